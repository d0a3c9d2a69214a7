import type { Wake } from '#platform/wake.ts';

/** How long a changed role or an ended session may still be believed by a process that was not told (SAFETY A9: 1 s). */
const believedMilliseconds = 1000;
const rememberedMax = 10_000;

/** Looks up who shows a token, and believes what was found for a second, or until somebody's rights change anywhere. */
export function believing<T>(wake: Wake, look: (token: string) => Promise<T>): (token: string) => Promise<T> {
  const remembered = new Map<string, { found: Promise<T>; until: number }>();
  wake.on('sessions', () => remembered.clear());
  return (token) => {
    const now = performance.now();
    const known = remembered.get(token);
    if (known && known.until > now) return known.found;
    if (remembered.size >= rememberedMax) remembered.clear();
    const found = look(token);
    remembered.set(token, { found, until: now + believedMilliseconds });
    found.catch(() => remembered.delete(token));
    return found;
  };
}
