/** From how few on somebody is told. */
const shownMax = 500;

/** How many more may be written, once that are few; below zero when it is too much already. Null: nobody need count. */
export function lettersLeft(length: number, max: number): number | null {
  const left = max - length;
  return left <= Math.min(shownMax, max / 10) ? left : null;
}

const steps = [0, 10, 20, 50, 100, 200, shownMax];

/** It changes when it is worth saying aloud again: not with each letter. */
export const stepOf = (left: number): number => (left < 0 ? -1 : (steps.find((step) => left <= step) ?? shownMax));
