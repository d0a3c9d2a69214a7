/**
 * What the tabs of a browser tell each other by locks: which of them shows a page to somebody, and which has just rung. Over
 * plain http browsers have none, and each tab is on its own.
 */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

const nameOf = (page: string) => `parley.looking.${page}`;

/** What news may be about. A ticket's page has the search of the list that it was opened from. */
export function pageOf({ pathname, searchStr }: { pathname: string; searchStr: string }): string | undefined {
  return /(?:tickets\/\d+|compose\?letter=[\da-f-]+)$/.exec(
    pathname.endsWith('/compose') ? pathname + searchStr : pathname,
  )?.[0];
}

/** Holds until it is let go that somebody looks at this page here. */
export function sayLooking(page: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Several windows may show the same.
  void locks()?.request(nameOf(page), { mode: 'shared' }, () => promise);
  return resolve;
}

export async function isLookedAt(page: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === nameOf(page));
}

const oneTabMs = 1_500;

/** Every tab hears of the news; the first of those that may sound rings, and for a moment no other does. */
export async function ringInOneTab(mayRing: () => Promise<boolean>, ring: () => Promise<void>): Promise<void> {
  if (!(await mayRing())) return;
  const all = locks();
  if (!all) return ring();
  await all.request('parley.chime', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await ring();
    await new Promise((resolve) => setTimeout(resolve, oneTabMs));
  });
}
