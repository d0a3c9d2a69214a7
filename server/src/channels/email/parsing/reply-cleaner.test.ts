import { setInterval } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cleanReply } from './clean-reply.ts';
import { createReplyCleaner } from './reply-cleaner.ts';

test('a long reply comes out as a short one would, and several wait for each other', async () => {
  const clean = createReplyCleaner();
  const long = `${'<p>It leaves <b>tomorrow</b>.<script>evil()</script></p>'.repeat(1000)}`;
  const answers = await Promise.all([long, '<p>short</p>', long, long, long].map(clean));
  expect(answers[0]).toEqual(cleanReply(long));
  expect(answers[1]).toEqual({ html: '<p>short</p>', text: 'short' });
  expect(new Set(answers.map(({ html }) => html.length)).size).toBe(2);
});

test('A37 a reply of half a million letters does not hold up the process', { timeout: 30_000 }, async () => {
  const heavy = '<ul><li>a'.repeat(500_000 / 9);
  const started = performance.now();
  cleanReply(heavy);
  const costs = performance.now() - started;

  let longest = 0;
  let isDone = false;
  const watching = (async () => {
    let last = performance.now();
    for await (const _ of setInterval(5)) {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      if (isDone) return;
    }
  })();
  await createReplyCleaner()(heavy);
  isDone = true;
  await watching;
  expect(longest).toBeLessThan(costs / 2);
});
