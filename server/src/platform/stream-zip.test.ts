import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { streamZip } from './stream-zip.ts';

const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(16_384));
    },
  });

test('A38 a ZIP file that nobody takes any more lets go of what was being added, and adds nothing after it', async () => {
  const [first, second] = [endless(), endless()];
  let isOver = false;
  const zip = streamZip(async ({ add }) => {
    try {
      await add('first', first, false);
      await add('second', second, false);
    } finally {
      isOver = true;
    }
  });
  await once(zip, 'readable');
  zip.destroy();
  await waitUntil(() => first.destroyed && isOver, { timeoutMs: 3_000 });
  expect(second.destroyed, 'was never added').toBe(false);
});
