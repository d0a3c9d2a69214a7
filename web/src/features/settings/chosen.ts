/** Hands on what was chosen, when it is one of those that were offered. */
export function chosen<T extends string>(from: readonly T[], value: string | null, take: (one: T) => void): void {
  const found = from.find((one) => one === value);
  if (found !== undefined) take(found);
}
