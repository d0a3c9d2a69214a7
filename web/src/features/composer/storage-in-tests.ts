/** A browser's storage, in as far as drafts need it, for tests. */
export function aStorage(room = Number.POSITIVE_INFINITY): Storage {
  const storage = Object.create({
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  });
  return storage;
}
