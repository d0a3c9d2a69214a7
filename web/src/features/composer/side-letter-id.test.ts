import { expect, test } from 'vitest';
import { forgetLetter, idOfLetter } from './side-letter-id.ts';

test('a letter to a third party whose answer was lost is the same when asked for again; changed, or after it has left, it is another', () => {
  const letter = { side_id: 4, body_html: '<p>Which van?</p>' };
  const first = idOfLetter(letter);
  expect(idOfLetter({ ...letter })).toBe(first);
  const changed = idOfLetter({ ...letter, body_html: '<p>Which van is it?</p>' });
  expect(changed).not.toBe(first);
  expect(idOfLetter({ ...letter, side_id: 5, body_html: '<p>Which van is it?</p>' })).not.toBe(changed);
  const thanks = idOfLetter({ ...letter, body_html: '<p>Thanks</p>' });
  forgetLetter();
  expect(idOfLetter({ ...letter, body_html: '<p>Thanks</p>' })).not.toBe(thanks);
});
