/** Null when no `@` begins a word here: addresses of mail are none. */
export const wordsAfterAt = (before: string): string | null => pattern.exec(before)?.[1] ?? null;

const pattern = /(?:^|[\s(])@((?:[\p{L}\p{N}][^@\n]{0,40})?)$/u;
