import { lazy } from 'react';
import { flawOfPage, lookAtBuild, markFlaw } from './desk-build.ts';
import { fetchMissingSheets } from './missing-sheets.ts';
import { ApiError } from './problem.ts';

const pauseMinMs = 300;
/** Many desks must not ask in the same instant. */
const pauseJitterMs = 300;
const pauseMaxMs = 8_000;
/** A server that answers, and a part that did not come so often: this browser remembers the failure, as Firefox does. */
const tornAfter = 3;

/** In the words of Chromium, Firefox, Safari (two), and of what the bundler puts around an import. */
const isNotFetched = (error: unknown): boolean =>
  error instanceof Error &&
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|not a valid JavaScript MIME type|Unable to preload CSS/.test(
    error.message,
  );

/**
 * A part of the desk, by its `import()`. One that cannot be fetched is asked for again until it comes: with growing pauses,
 * and at once when the network is back. Where that cannot help any more, the page is marked for the person to reload. An
 * error of the part itself is thrown.
 */
export async function fetchPart<T>(fetch: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      if (failures > 1) await fetchMissingSheets();
      const part = await fetch();
      if (failures > tornAfter && flawOfPage() === 'torn') markFlaw(null);
      return part;
    } catch (error) {
      if (!isNotFetched(error)) throw error;
    }
    if ((await lookAtBuild()) === 'same' && failures >= tornAfter) markFlaw('torn');
    await pauseOrNetwork(Math.min(pauseMinMs * 2 ** (failures - 1), pauseMaxMs) + Math.random() * pauseJitterMs);
  }
}

/** A part that somebody's doing needs: as with a call, they are told at once that there is no connection. */
export async function fetchToAct<T>(fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (!isNotFetched(error)) throw error;
    void lookAtBuild();
    throw new ApiError(0, [{ key: 'offline', message: 'No connection to Parley' }]);
  }
}

/** As React's: for what the page shows without waiting for it. */
export const lazyPart: typeof lazy = (fetch) => lazy(() => fetchPart(fetch));

function pauseOrNetwork(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });
}
