import { decodeCharset } from './decode-charset.ts';

/**
 * Decodes the encoded words of RFC 2047, whatever cut them: a character, or a group of base64, may begin in one word and
 * end in the next, and that may be of the other encoding. `write` says what stands for a run of words of one charset.
 */
export function decodeEncodedWords(
  text: string,
  write: (decoded: string, written: string) => string = (decoded) => decoded,
): string {
  const pieces: string[] = [];
  let run: Run | null = null;
  let end = 0;
  const finish = () => {
    if (run) {
      flush(run);
      pieces.push(write(decodeCharset(Buffer.concat(run.bytes), run.charset).text, text.slice(run.start, end)));
    }
    run = null;
  };
  for (const word of text.matchAll(encodedWord)) {
    const [whole, charset = '', encoding, content = ''] = word;
    const between = text.slice(end, word.index);
    // Space between two words only keeps them apart.
    const adjoins: boolean = run !== null && between.trim() === '';
    if (!adjoins || run?.charset !== charset.toLowerCase()) finish();
    if (!adjoins) pieces.push(between);
    run ??= { charset: charset.toLowerCase(), start: word.index, bytes: [], base64: [] };
    if (encoding?.toLowerCase() === 'b') run.base64.push(content.replace(/\s/g, ''));
    else {
      flush(run);
      run.bytes.push(decodeQ(content));
    }
    if (content.endsWith('=')) flush(run);
    end = word.index + whole.length;
  }
  finish();
  pieces.push(text.slice(end));
  return pieces.join('');
}

type Run = { charset: string; start: number; bytes: Buffer[]; base64: string[] };

/** Some programs cut what they have encoded as a whole, in the middle of a group of four; others leave out the padding of each word. */
function flush(run: Run): void {
  const whole = run.base64.join('');
  const isCut = whole.length % 4 === 0 && (whole.endsWith('=') || run.base64.some(endsWithinByte));
  const parts = isCut ? [whole] : run.base64;
  run.bytes.push(...parts.map((part) => Buffer.from(part, 'base64')));
  run.base64 = [];
}

/** A word that only lacks its padding has no bits beyond its last byte. */
function endsWithinByte(part: string): boolean {
  const over = part.length % 4;
  const spareBits = over === 2 ? 0b1111 : over === 3 ? 0b11 : 0;
  return over === 1 || (base64Letters.indexOf(part.at(-1) ?? '') & spareBits) !== 0;
}
const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Charset, the language of RFC 2231 5 (passed over), encoding, content. */
const encodedWord = /=\?([^?*\s]{1,60})(?:\*[^?\s]{0,60})?\?([bq])\?([^?]*)\?=/gi;

/** RFC 2047 4.2. Spaces after `=` come from programs that broke the line there. */
function decodeQ(content: string): Buffer {
  const spaced = content.replace(/=\s+(?=[0-9a-f])/gi, '=').replace(/[_\s]/g, ' ');
  const bytes = Buffer.from(spaced).toString('latin1');
  return Buffer.from(
    bytes.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
