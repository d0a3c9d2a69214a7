/**
 * What a form holds after somebody else saved: fields that were not touched here follow, and what was typed stays.
 * Where both sides changed a field, `theirs` holds their value until the person chose (`open`: not chosen yet).
 * A save of this form's own may keep something tidied: another value in what it sent (`own`) is nobody else's.
 */
export function mergeSaved<V extends Record<string, unknown>>(the: {
  was: V;
  mine: V;
  now: V;
  open: Partial<V>;
  own?: readonly string[];
}): { values: V; theirs: Partial<V> } {
  const { was, mine, now, open, own = [] } = the;
  const values: Record<string, unknown> = { ...now };
  const theirs: Record<string, unknown> = {};
  for (const name of Object.keys(now)) {
    if (same(mine[name], was[name]) || same(mine[name], now[name])) continue;
    values[name] = mine[name];
    const isTheirs = !same(now[name], was[name]) && !own.includes(name);
    if (isTheirs || name in open) theirs[name] = now[name];
  }
  return { values: values as V, theirs: theirs as Partial<V> };
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
