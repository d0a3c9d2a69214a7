import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { rowsPerCallMax } from '#contract/entity.ts';
import { tags } from '#contract/tags.ts';
import { allRowsQuery } from './all-rows.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server that has so many tags, and answers no more of them at once than it does. */
function serverWith(total: number) {
  const asked: [number, number][] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { body }: { body: string }) => {
      const [from, to] = JSON.parse(body).range as [number, number];
      asked.push([from, to]);
      const count = Math.max(0, Math.min(to - from, rowsPerCallMax, total - from));
      const found = Array.from({ length: count }, (_, i) => ({ id: from + i + 1 }));
      return Response.json({ success: true, data: { tags: found }, total });
    }),
  );
  return asked;
}

test('rows beyond what a call answers are asked for in turn', async () => {
  const asked = serverWith(250);
  const { rows, total } = await new QueryClient().fetchQuery(allRowsQuery(tags, { fields: ['id'] }));
  expect(rows.map((one) => one.id)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
  expect([total, asked]).toEqual([
    250,
    [
      [0, 100],
      [100, 200],
      [200, 300],
    ],
  ]);
});

test('no more are asked for than are wished', async () => {
  const asked = serverWith(1000);
  const { rows } = await new QueryClient().fetchQuery(allRowsQuery(tags, { range: [0, 130] }));
  expect(rows).toHaveLength(130);
  expect(asked).toEqual([
    [0, 100],
    [100, 130],
  ]);
  const few = serverWith(100);
  expect((await new QueryClient().fetchQuery(allRowsQuery(tags, {}))).rows).toHaveLength(100);
  expect(few, 'a full page may not be the last').toHaveLength(2);
});
