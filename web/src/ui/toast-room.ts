/** So many toasts stand at once. */
export const toastsMax = 3;

export type StandingToast = {
  id: string;
  /** It offers something: a way back, a door. */
  hasAction: boolean;
  isError: boolean;
  /** Somebody is on it, with pointer or focus. */
  isHeld: boolean;
};

/**
 * Which of those that stand, the oldest first, gives way to a new one: first the oldest that merely says something, then
 * the oldest that offers something, an error last, and none that somebody is on while there is another.
 */
export function whoGivesWay(standing: readonly StandingToast[]): StandingToast | undefined {
  if (standing.length < toastsMax) return undefined;
  const worth = ({ hasAction, isError, isHeld }: StandingToast) =>
    (isHeld ? 4 : 0) + (isError ? 2 : 0) + (hasAction ? 1 : 0);
  return standing.toSorted((a, b) => worth(a) - worth(b))[0];
}
