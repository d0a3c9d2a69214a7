const prefix = 'parley.searches.';
const keptMax = 8;

/**
 * What a person looked for last, the newest first. It stays with this browser: what is looked for are customers' names and
 * addresses, and they go when the person signs out.
 */
export function recentSearches(userId: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + userId) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, keptMax) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(userId: number, typed: string): void {
  const text = typed.trim();
  if (text !== '') keep(userId, [text, ...recentSearches(userId).filter((one) => one !== text)]);
}

export function forgetSearch(userId: number, text: string): void {
  keep(
    userId,
    recentSearches(userId).filter((one) => one !== text),
  );
}

export function forgetSearches(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Where the browser forbids it, none was kept.
  }
}

function keep(userId: number, all: readonly string[]): void {
  try {
    localStorage.setItem(prefix + userId, JSON.stringify(all.slice(0, keptMax)));
  } catch {
    // Without room it is not remembered: whoever searches goes on all the same.
  }
}
