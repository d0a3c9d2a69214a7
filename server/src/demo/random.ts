/** Chance that repeats itself: the same seed tells the same story. Never for secrets. */
export type Random = {
  /** At least 0, below 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(all: readonly T[]): T;
  /** A copy in another order. */
  shuffle<T>(all: readonly T[]): T[];
};

/** Mulberry32: 32 bits of state, plenty for a story. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    between,
    chance: (probability) => fraction() < probability,
    pick(all) {
      const one = all[between(0, all.length - 1)];
      if (one === undefined) throw new RangeError('nothing to pick from');
      return one;
    },
    shuffle(all) {
      const copy = [...all];
      for (let at = copy.length - 1; at > 0; at--) {
        const other = between(0, at);
        [copy[at], copy[other]] = [copy[other]!, copy[at]!];
      }
      return copy;
    },
  };
}
