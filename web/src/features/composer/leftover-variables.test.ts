import { expect, test } from 'vitest';
import { hasVariables, withoutVariables } from './leftover-variables.ts';

test('a signature never leaves with braces: what is known stands there, else what is behind the bar, or nothing', () => {
  const known = { 'agent.name': 'Olena <b>' };
  expect(withoutVariables('<p>{{agent.name}}, {{customer.phone|no phone}} {{ticket.number}}.</p>', known)).toBe(
    '<p>Olena &lt;b&gt;, no phone .</p>',
  );
  expect(withoutVariables('<a href="https://x.test/%7B%7Bticket.number%7D%7D">Your ticket</a>', known)).toBe(
    '<a href="https://x.test/">Your ticket</a>',
  );
  expect(withoutVariables('<p>{{toString}}{{constructor}}</p>', known)).toBe('<p></p>');
  expect([hasVariables('<p>Olena {Lumen}</p>'), hasVariables('<p>{{agent.name}}</p>')]).toEqual([false, true]);
});
