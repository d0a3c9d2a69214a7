/** Where something stands in the window, in pixels. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** As much stays between a toast and what it gives way to. */
const gap = 8;

/**
 * How far down toasts move from their place so that nothing of `keptClear` is under them; negative: up. The shortest way
 * within the window; where there is none, that to where the least is covered.
 */
export function wayClear(toasts: Box, keptClear: readonly Box[], windowHeight: number): number {
  const inTheWay = keptClear.filter((one) => one.left < toasts.right && toasts.left < one.right);
  const at = (by: number): Box => ({ ...toasts, top: toasts.top + by, bottom: toasts.bottom + by });
  const covered = (by: number) => inTheWay.reduce((sum, one) => sum + overlap(at(by), one), 0);
  const ways = inTheWay
    .flatMap(({ top, bottom }) => [top - gap - toasts.bottom, bottom + gap - toasts.top])
    .filter((by) => at(by).top >= 0 && at(by).bottom <= windowHeight);
  const [best] = [0, ...ways]
    .map((by) => ({ by, covers: covered(by) }))
    .sort((a, b) => a.covers - b.covers || Math.abs(a.by) - Math.abs(b.by));
  return best?.by ?? 0;
}

/** How many pixels of height they share. */
const overlap = (a: Box, b: Box): number => Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
