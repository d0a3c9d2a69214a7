import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { fetchOlder, renewBehind } from './thread-queries.ts';

const queryKey = ['messages', 'get', { ticket: 7 }];

/** A thread of two pages, of which the newest is there. What is asked for is answered one at a time, with the letters there are by then. */
async function aThread() {
  const letters = [4, 3, 2, 1];
  const asked: { from: number; answer: () => void; fail: () => void }[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      new Promise<number[]>((resolve, reject) => {
        const rows = letters.slice(pageParam, pageParam + 2);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        asked.push({ from: pageParam, answer: () => resolve(rows), fail: () => reject(new Error('down')) });
      }),
    initialPageParam: 0,
    getNextPageParam: (last: number[], pages: number[][]) => (last.length === 2 ? pages.flat().length : undefined),
  });
  observer.subscribe(() => {});
  const next = async () => {
    await vi.waitFor(() => expect(asked).not.toEqual([]));
    return asked.shift() as (typeof asked)[number];
  };
  const answered = async () => {
    const one = await next();
    one.answer();
    return one.from;
  };
  await answered();
  const shown = () => [...new Set(observer.getCurrentResult().data?.pages.flat())];
  await vi.waitFor(() => expect(shown()).toEqual([4, 3]));
  return {
    client,
    next,
    answered,
    shown,
    letterCame: (id: number) => letters.unshift(id),
    older: () => fetchOlder(client, queryKey, () => observer.fetchNextPage({ throwOnError: true })),
    isIdle: () => client.isFetching() === 0,
  };
}

test('a letter that is being fetched while older ones are asked for is shown as well', async () => {
  const { client, next, answered, shown, letterCame, older, isIdle } = await aThread();
  letterCame(5);
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  await next();
  const page = older();
  expect(await answered()).toBe(2);
  await page;
  expect(shown()).toContain(2);
  expect([await answered(), await answered()]).toEqual([0, 2]);
  await vi.waitFor(() => expect([isIdle(), shown()]).toEqual([true, [5, 4, 3, 2]]));
});

test('a letter that could not be fetched is asked for again behind an older page, also where that fails', async () => {
  const { client, next, answered, shown, letterCame, older, isIdle } = await aThread();
  letterCame(5);
  void client.invalidateQueries({ queryKey });
  (await next()).fail();
  await vi.waitFor(() => expect(isIdle()).toBe(true));
  const page = older();
  (await next()).fail();
  await expect(page).rejects.toThrow('down');
  expect(await answered()).toBe(0);
  await vi.waitFor(() => expect([isIdle(), shown()]).toEqual([true, [5, 4]]));
});

test('a thread that has grown lets an older page come, and is fetched anew behind it', async () => {
  const { client, answered, shown, letterCame, older, isIdle } = await aThread();
  const page = older();
  letterCame(5);
  const grown = renewBehind(client, queryKey);
  expect(await answered()).toBe(2);
  await page;
  expect(shown()).toEqual([4, 3, 2, 1]);
  expect([await answered(), await answered()]).toEqual([0, 2]);
  await grown;
  expect([isIdle(), shown()]).toEqual([true, [5, 4, 3, 2]]);
});

test('a thread that grows twice is fetched as it is in the end', async () => {
  const { client, next, answered, shown, letterCame, isIdle } = await aThread();
  void renewBehind(client, queryKey);
  const first = await next();
  letterCame(5);
  const again = renewBehind(client, queryKey);
  first.answer();
  expect(await answered()).toBe(0);
  await again;
  expect([isIdle(), shown()]).toEqual([true, [5, 4]]);
});
