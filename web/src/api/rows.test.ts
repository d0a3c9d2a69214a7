import { afterEach, expect, test, vi } from 'vitest';
import { rowsPerWriteMax } from '#contract/entity.ts';
import { tags } from '#contract/tags.ts';
import { deleteRows, markedBefore, updateByIds } from './rows.ts';

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

test('many rows are changed in turn, and those that somebody else changed meanwhile are left', async () => {
  const ids = Array.from({ length: 2 * rowsPerWriteMax + 2 }, (_, n) => n + 1);
  const errors = [{ key: 'not_found', message: 'Not found', field: 'filter' }];
  const answers = [
    Response.json({ success: true, data: { tags: [{ id: 1 }, { id: 3 }] } }),
    Response.json({ success: false, errors }, { status: 404 }),
    Response.json({ success: true, data: { tags: [{ id: 202 }] } }),
  ];
  const asked: unknown[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { body }: { body: string }) => {
      asked.push(JSON.parse(body));
      return answers.shift();
    }),
  );
  expect(await updateByIds(tags, { name: 'Lamps' }, ids, [['name', '=', 'Shades']])).toEqual([1, 3, 202]);
  expect(asked).toHaveLength(3);
  expect(asked[2]).toEqual({
    data: { name: 'Lamps' },
    filter: {
      conditions: [
        ['id', 'in', [201, 202]],
        ['name', '=', 'Shades'],
      ],
    },
  });
});
