import { Problem } from '#platform/problem.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251'] as const;
export type Encoding = (typeof encodings)[number];

/** How a file of text is written: by its mark, else by what its bytes can be. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return unmarkedUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1251');
}

const sampleBytes = 4096;

/** In UTF-16 every other byte of a Latin letter, a digit or a comma is 0, and those of one side alone. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  let even = 0;
  let odd = 0;
  for (const [i, byte] of sample.entries()) if (byte === 0) i % 2 === 0 ? even++ : odd++;
  if (odd > sample.length / 10 && even === 0) return 'utf-16le';
  if (even > sample.length / 10 && odd === 0) return 'utf-16be';
  return undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file, without its mark. Throws `csv_not_text` where it is something else. */
export function readText(bytes: Uint8Array, encoding: Encoding): string {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Problem('csv_not_text', { field: 'file', cause: error });
  }
  if (text.includes('\0')) throw new Problem('csv_not_text', { field: 'file' });
  return text;
}
