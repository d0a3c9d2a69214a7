/**
 * What a form holds after somebody else saved: fields that were not touched here follow, and what was typed stays.
 * Where both sides changed a field, `theirs` holds their value until the person chose (`open`: not chosen yet).
 */
export function mergeSaved<V extends Record<string, unknown>>(the: {
  was: V;
  mine: V;
  now: V;
  open: Partial<V>;
}): { values: V; theirs: Partial<V> } {
  const { was, mine, now, open } = the;
  const values: Record<string, unknown> = { ...now };
  const theirs: Record<string, unknown> = {};
  for (const name of Object.keys(now)) {
    if (same(mine[name], was[name]) || same(mine[name], now[name])) continue;
    values[name] = mine[name];
    if (!same(now[name], was[name]) || name in open) theirs[name] = now[name];
  }
  return { values: values as V, theirs: theirs as Partial<V> };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
