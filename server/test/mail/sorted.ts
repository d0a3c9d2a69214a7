/** By their characters, for lists whose order does not matter. */
export const sorted = (all: readonly (string | undefined)[]): string[] =>
  all.map((one) => one ?? '').sort((a, b) => (a < b ? -1 : Number(a > b)));
