import { type DecodedText, decodeCharset } from './decode-charset.ts';
import { firstHeader } from './mime-header.ts';
import type { MimePart } from './mime-tree.ts';
import { decodeUuencoded, extractUuencoded, type UuencodedFile } from './uuencode.ts';

/** Undoes the transfer encoding of a part (RFC 2045 6). The bytes are a copy of their own. Never throws. */
export function decodeBytes(part: MimePart): Buffer<ArrayBuffer> {
  return decodeTransfer(part.body, transferEncoding(part));
}

export type DecodedPart = DecodedText & {
  /** There is more than could be kept. */
  isCut: boolean;
  /** Files that were written into the text. */
  files: UuencodedFile[];
};

/**
 * The text of a part. Only as much is decoded as can be kept, so a text of 60 MB costs little more than one at the limit.
 */
export function decodeText(part: MimePart, lengthMax: number): DecodedPart {
  const bytesMax = lengthMax * bytesPerCharacterMax;
  const mayHoldFiles = part.contentType.value === 'text/plain' && part.body.includes('begin ');
  const growth = growthByEncoding[transferEncoding(part)] ?? 1;
  const encodedMax = mayHoldFiles ? part.body.length : bytesMax * growth;
  const bytes = decodeTransfer(part.body.subarray(0, encodedMax), transferEncoding(part));
  const { rest, files } = mayHoldFiles ? extractUuencoded(bytes) : { rest: bytes, files: [] };
  const declared = part.contentType.parameters.get('charset') ?? null;
  const decoded = decodeCharset(rest.subarray(0, bytesMax), declared, charsetOfMeta(part, rest));
  const text = isFlowed(part) ? unflow(decoded.text, dropsSpaces(part)) : decoded.text;
  const isCut = text.length > lengthMax || part.body.length > encodedMax || rest.length > bytesMax;
  return { text, warning: decoded.warning, isCut, files };
}

/** What an HTML text says of itself (HTML 13.2.3.2), for programs that send a page they made without saying its charset. */
function charsetOfMeta(part: MimePart, bytes: Buffer): string | null {
  if (part.contentType.value !== 'text/html') return null;
  const meta = /<meta\b(?:(?!<meta)[^>]){0,300}?\bcharset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i;
  return meta.exec(bytes.toString('latin1', 0, metaBytesMax))?.[1] ?? null;
}

const metaBytesMax = 2_000;

function isFlowed(part: MimePart): boolean {
  return part.contentType.parameters.get('format')?.toLowerCase() === 'flowed';
}

function dropsSpaces(part: MimePart): boolean {
  return part.contentType.parameters.get('delsp')?.toLowerCase() === 'yes';
}

/** UTF-32. */
const bytesPerCharacterMax = 4;
const growthByEncoding: Record<string, number> = { base64: 2, 'quoted-printable': 3 };

function transferEncoding(part: MimePart): string {
  const header = firstHeader(part.fields, 'content-transfer-encoding') ?? '';
  return /[\w-]+/.exec(header.replace(/\([^)]*(?:\)|$)/g, ''))?.[0].toLowerCase() ?? '';
}

function decodeTransfer(body: Buffer, encoding: string): Buffer<ArrayBuffer> {
  if (encoding === 'base64') return decodeBase64(body);
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body);
  if (/^(?:x-)?uue(?:ncode)?$/.test(encoding)) return decodeUuencoded(body) ?? copyOf(body);
  return copyOf(body);
}

/** Not from Buffer's shared pool, so that it can be handed to another thread without a copy. */
function copyOf(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

const base64Values = new Int8Array(256).fill(-1);
for (const [at, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  base64Values[char.charCodeAt(0)] = at;
}

/** Passes over everything that is not base64; padding in the middle starts a new group, as mailers that pad every line mean it. */
function decodeBase64(body: Uint8Array): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(Math.ceil((body.length * 3) / 4) + 3);
  let length = 0;
  let bits = 0;
  let bitCount = 0;
  for (let i = 0; i < body.length; i++) {
    const code = body[i] as number;
    const value = base64Values[code] as number;
    if (value >= 0) {
      bits = ((bits << 6) | value) & 0xfffff;
      bitCount += 6;
      if (bitCount >= 8) {
        bitCount -= 8;
        bytes[length++] = (bits >> bitCount) & 0xff;
      }
    } else if (code === 0x3d) bitCount = 0;
  }
  return shrink(bytes, length);
}

/** RFC 2045 6.7. Broken escapes are kept as they stand; spaces at the end of a line are transport noise. */
function decodeQuotedPrintable(body: Uint8Array): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(body.length);
  let length = 0;
  let lineText = 0;
  for (let i = 0; i < body.length; i++) {
    const code = body[i] as number;
    if (code === 0x3d) {
      const high = hexValue(body[i + 1]);
      const low = hexValue(body[i + 2]);
      const breakLength = softBreakLength(body, i + 1);
      if (high >= 0 && low >= 0) {
        bytes[length++] = (high << 4) | low;
        i += 2;
      } else if (breakLength >= 0) i += breakLength;
      else bytes[length++] = code;
      lineText = length;
    } else if (code === 0x0a) {
      const hasReturn = length > 0 && bytes[length - 1] === 0x0d && length > lineText;
      length = Math.max(lineText, 0);
      if (hasReturn) bytes[length++] = 0x0d;
      bytes[length++] = code;
      lineText = length;
    } else {
      bytes[length++] = code;
      if (code !== 0x20 && code !== 0x09 && code !== 0x0d) lineText = length;
    }
  }
  return shrink(bytes, length);
}

function hexValue(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

const spacesBeforeBreakMax = 100;

/** How many bytes after `=` belong to a soft line break (spaces are allowed before the break), or -1. */
function softBreakLength(body: Uint8Array, start: number): number {
  let at = start;
  while (at < start + spacesBeforeBreakMax && (body[at] === 0x20 || body[at] === 0x09)) at++;
  if (body[at] === 0x0d) at++;
  if (body[at] === 0x0a) return at + 1 - start;
  return at >= body.length ? at - start : -1;
}

/** A view when little is wasted, else a copy, so that no large buffer hangs on to a small text. */
function shrink(bytes: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> {
  return length === bytes.length ? bytes : copyOf(bytes.subarray(0, length));
}

/** RFC 3676: a line that ends in a space goes on in the next one of the same quote depth. */
function unflow(text: string, dropsSpace: boolean): string {
  const lines: string[] = [];
  let pieces: string[] = [];
  let depth = '';
  const flush = () => {
    if (pieces.length > 0) lines.push((depth === '' ? '' : `${depth} `) + pieces.join(''));
    pieces = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)?.[0] ?? '';
    const content = line.slice(marks.length).replace(/^ /, '');
    if (marks !== depth || content === '-- ') flush();
    depth = marks;
    const flows = content.endsWith(' ') && content !== '-- ';
    pieces.push(flows && dropsSpace ? content.slice(0, -1) : content);
    if (!flows) flush();
  }
  flush();
  return lines.join('\n');
}
