import { afterEach, expect, test, vi } from 'vitest';
import { rowsPerWriteMax } from '#contract/entity.ts';
import { tags } from '#contract/tags.ts';
import { deleteRows, markedBefore } from './rows.ts';

afterEach(() => vi.unstubAllGlobals());

test('of many rows, those that were disabled before the others were refused can be taken back', async () => {
  const ids = Array.from({ length: rowsPerWriteMax + 1 }, (_, n) => n + 1);
  const first = ids.slice(0, -1);
  const errors = [{ key: 'forbidden', message: 'No' }];
  const answers = [
    Response.json({ success: true, data: { tags: first.map((id) => ({ id })) } }),
    Response.json({ success: false, errors }, { status: 403 }),
  ];
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answers.shift()),
  );
  const error = await deleteRows(tags, ids).then(
    () => expect.unreachable('the last one was refused'),
    (refusal: unknown) => refusal,
  );
  expect(error).toMatchObject({ key: 'forbidden' });
  expect(markedBefore(error)).toEqual(first);
  expect(markedBefore(new Error('another'))).toEqual([]);
});
