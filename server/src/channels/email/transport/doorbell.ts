/** Something that is rung any number of times and answered once. */
export type Doorbell = {
  ring(): void;
  /** Waits for a ring, or for the time; a ring since the last answer counts at once. Answers the bell. */
  answer(millisecondsMax: number): Promise<void>;
};

/** A bell that remembers: who rings while nobody waits is heard by the next who does. */
export function createDoorbell(): Doorbell {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async answer(millisecondsMax) {
      if (!rung && millisecondsMax > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, millisecondsMax);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      }
      rung = false;
    },
  };
}
