export type Slots = {
  /** Runs when one of the slots is free; whoever came first goes first. */
  use<T>(work: () => Promise<T>): Promise<T>;
};

/** Lets only so many pieces of dear work run side by side in this process. */
export function createSlots(slotsMax: number): Slots {
  let free = slotsMax;
  const waiting: (() => void)[] = [];
  return {
    async use(work) {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        // The slot goes from hand to hand, so that nobody who comes just now takes it first.
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
