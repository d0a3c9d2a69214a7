/** Something that is rung any number of times and answered once. */
export type Doorbell = {
  ring(): void;
  /** Waits for a ring, the time, or the signal; a ring since the last answer counts at once. Answers the bell. */
  answer(millisecondsMax: number, signal?: AbortSignal): Promise<void>;
  /** Whoever rang until now is answered. */
  forget(): void;
};

/** A bell that remembers: who rings while nobody waits is heard by the next who does. One waits at a time. */
export function createDoorbell(): Doorbell {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async answer(millisecondsMax, signal) {
      if (!rung && millisecondsMax > 0 && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => wake?.(), millisecondsMax);
          wake = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', resolveOnAbort);
            wake = null;
            resolve();
          };
          const resolveOnAbort = () => wake?.();
          signal?.addEventListener('abort', resolveOnAbort, { once: true });
        });
      }
      rung = false;
    },
    forget() {
      rung = false;
    },
  };
}
