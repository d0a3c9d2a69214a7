import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { savedSearchesMax } from '#contract/saved-searches.ts';
import { searchesQuery } from './saved-searches.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server with so many searches, which answers a hundred at once. */
const serverWith = (total: number) => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const [from, to] = JSON.parse(body).range;
    asked.push([from, to]);
    const ids = Array.from({ length: Math.min(to - from, 100, total - from) }, (_, n) => from + n + 1);
    return Response.json({ success: true, data: { 'saved-searches': ids.map((id) => ({ id })) }, total });
  });
  return asked;
};

test('whoever has as many searches of their own as may be finds as many of the company below them', async () => {
  const asked = serverWith(2 * savedSearchesMax);
  const { rows } = await new QueryClient().fetchQuery(searchesQuery);
  expect(rows.map((one) => one.id)).toEqual(Array.from({ length: 2 * savedSearchesMax }, (_, n) => n + 1));
  expect(asked).toHaveLength(2);
});

test('whoever has few asks once', async () => {
  const asked = serverWith(savedSearchesMax);
  expect((await new QueryClient().fetchQuery(searchesQuery)).rows).toHaveLength(savedSearchesMax);
  expect(asked).toHaveLength(1);
});
