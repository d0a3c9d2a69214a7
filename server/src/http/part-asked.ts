import type { IncomingHttpHeaders } from 'node:http';

/** Some bytes of a file. */
export type Part = { readonly offset: number; readonly length: number };

/**
 * What a `Range` asks of so many bytes (RFC 9110, section 14). Undefined: all of it, as for several parts at once, for what is
 * no range, and for a part of something that has changed since; `beyond`: there is nothing at that place.
 */
export function partAsked(headers: IncomingHttpHeaders, tag: string, size: number): Part | 'beyond' | undefined {
  const since = headers['if-range'];
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '') ?? [];
  if ((first === '' && last === '') || (since !== undefined && since !== tag)) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { offset: size - length, length };
  }
  const offset = Number(first);
  if (last !== '' && Number(last) < offset) return undefined;
  if (offset >= size) return 'beyond';
  return { offset, length: Math.min(last === '' ? size : Number(last) + 1, size) - offset };
}
