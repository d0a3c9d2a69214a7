const key = 'parley.emoji';
const keptMax = 16;

/** The ones used lately in this browser, the last one first. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, keptMax) : [];
  } catch {
    return [];
  }
}

export function rememberEmoji(emoji: string): void {
  try {
    localStorage.setItem(
      key,
      JSON.stringify([emoji, ...recentEmoji().filter((one) => one !== emoji)].slice(0, keptMax)),
    );
  } catch {
    // A browser that keeps nothing offers the usual ones.
  }
}
