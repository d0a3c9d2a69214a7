/** What can be taken back at this moment, the newest last: Z does, wherever the focus is. */
let ways: readonly (() => void)[] = [];

/** Answers how to withdraw it, once it is too late. */
export function offerWayBack(back: () => void): () => void {
  const way = () => back();
  ways = [...ways, way];
  return () => {
    ways = ways.filter((one) => one !== way);
  };
}

export function takeLastBack(): void {
  const last = ways.at(-1);
  ways = ways.slice(0, -1);
  last?.();
}
