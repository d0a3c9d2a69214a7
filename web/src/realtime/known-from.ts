import { isKeptPage } from './known-at.ts';

let bookmark: string | null = null;

/**
 * The first answer that the server gave this page, before anything else was asked: told of all that happened from there,
 * the page is true. Null while there was none, and for a page that shows what the browser kept.
 */
export const knownFrom = (): string | null => (isKeptPage() ? null : bookmark);

export function knowFrom(next: string): void {
  bookmark ??= next;
}
