import { isUtf8 } from 'node:buffer';
import { cleanLine } from './clean-text.ts';
import { decodeCharset } from './decode-charset.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { limits } from './parsed-mail.ts';

/** A header field as it stands in the mail: unfolded, not yet decoded. The name is lower case. */
export type HeaderField = { name: string; value: string };

/**
 * Reads a block of header lines (RFC 5322 2.2). Lines that are no header are passed over; a line of raw 8-bit bytes is
 * read as UTF-8 (RFC 6532), else in the charset that its part names, else in that of the letter, else as Windows-1252
 * (what senders really do).
 */
export function readHeaderFields(block: Uint8Array, charsetOfLetter: () => string | null = () => null): HeaderField[] {
  const isRaw = !isUtf8(block);
  const text = isRaw ? latin1Of(block) : decodeCharset(block, null).text;
  const charset = isRaw ? (charsetNamedIn(text) ?? charsetOfLetter()) : null;
  const read = (line: string) => (isRaw && /[^\0-\x7f]/.test(line) ? decodeRaw(line, charset) : line).trimEnd();
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const field = fields.at(-1);
    if (line.startsWith(' ') || line.startsWith('\t')) field?.lines.push(read(line));
    else {
      const colon = line.indexOf(':');
      const name = colon > 0 ? line.slice(0, colon).trimEnd() : '';
      if (headerName.test(name)) fields.push({ name: name.toLowerCase(), lines: [read(line.slice(colon + 1))] });
    }
  }
  return fields.map(({ name, lines }) => ({ name, value: lines.join('').trim().slice(0, limits.headerReadLengthMax) }));
}

function decodeRaw(latin1: string, charset: string | null): string {
  return decodeCharset(Buffer.from(latin1, 'latin1'), null, charset).text;
}

function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const contentTypeReadMax = 2_000;

/** The charset of the first Content-Type that has one. */
export function charsetNamedIn(headers: string): string | null {
  for (const { index } of headers.matchAll(/^content-type[ \t]{0,9}:/gim)) {
    // Lines that begin with a blank go on with it.
    const [field = ''] = headers.slice(index, index + contentTypeReadMax).split(/\r?\n(?![ \t])/, 1);
    const charset = /\bcharset[ \t]{0,9}=[ \t]{0,9}"?([\w.:-]{1,40})/i.exec(field)?.[1];
    if (charset) return charset;
  }
  return null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 5322 names a range that excludes them
const headerName = /^[^\u0000-\u0020\u007f:]{1,200}$/;

export function firstHeader(fields: HeaderField[], name: string): string | null {
  return fields.find((field) => field.name === name)?.value ?? null;
}

export function allHeaders(fields: HeaderField[], name: string): string[] {
  return fields.filter((field) => field.name === name).map((field) => field.value);
}

/** Decodes the encoded words of RFC 2047 and leaves one clean line. */
export function decodeHeaderText(value: string, lengthMax: number): string {
  return cleanLine(value.includes('=?') ? decodeEncodedWords(value) : value, lengthMax);
}

/** `text/plain; charset="utf-8"` → its lower-case value and parameters (lower-case names, RFC 2231 joined). */
export type StructuredHeader = { value: string; parameters: Map<string, string> };

export function readStructuredHeader(header: string | null): StructuredHeader {
  const [first = '', ...rest] = splitParameters(header ?? '');
  const [value = '', ...unseparated] = first.trim().split(/\s+/);
  const sections = new Map<string, { index: number; extended: boolean; text: string }[]>();
  for (const part of [...unseparated, ...rest]) {
    const equals = part.indexOf('=');
    if (equals < 1) continue;
    const key = part.slice(0, equals).trim().toLowerCase();
    const text = unquote(part.slice(equals + 1).trim());
    const continued = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(key);
    if (!continued) continue;
    const [, name = '', index, star] = continued;
    const list = sections.get(name) ?? [];
    sections.set(name, list);
    list.push({ index: Number(index ?? -1), extended: star === '*', text });
  }
  return { value: value.toLowerCase(), parameters: joinSections(sections) };
}

const parametersMax = 100;

/** Splits at semicolons outside quotes, in one pass; comments in parentheses are left out. */
function splitParameters(header: string): string[] {
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  let comments = 0;
  for (let i = 0; i < header.length && parts.length < parametersMax; i++) {
    const char = header.charAt(i);
    if (quoted && char === '\\') part += char + header.charAt(++i);
    else if (char === '"' && comments === 0) {
      quoted = !quoted;
      part += char;
    } else if (quoted) part += char;
    else if (char === '(') comments++;
    else if (char === ')' && comments > 0) comments--;
    else if (comments > 0) continue;
    else if (char === ';') {
      parts.push(part);
      part = '';
    } else part += char;
  }
  parts.push(part);
  return parts;
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1');
}

/** RFC 2231: `name*0*=utf-8''%D0…; name*1="…"` is one value. A parameter in pieces wins over its plain twin. */
function joinSections(
  sections: Map<string, { index: number; extended: boolean; text: string }[]>,
): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, list] of sections) {
    const pieces = list.filter((piece) => piece.index >= 0 || piece.extended).sort((a, b) => a.index - b.index);
    const plain = list.find((piece) => piece.index < 0 && !piece.extended);
    if (pieces.length === 0) parameters.set(name, plain?.text ?? '');
    else parameters.set(name, joinPieces(pieces));
  }
  return parameters;
}

function joinPieces(pieces: { extended: boolean; text: string }[]): string {
  const start = /^([^']*)'[^']*'/.exec(pieces[0]?.extended ? pieces[0].text : '');
  const charset = start?.[1] ?? 'utf-8';
  const bytes = pieces.map((piece, at) => {
    const text = at === 0 && start ? piece.text.slice(start[0].length) : piece.text;
    return piece.extended ? percentBytes(text) : Buffer.from(text);
  });
  return decodeCharset(Buffer.concat(bytes), charset).text;
}

function percentBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i] === 0x25 ? Number.parseInt(bytes.toString('latin1', i + 1, i + 3), 16) : Number.NaN;
    const isHex = !Number.isNaN(code) && /^[0-9a-f]{2}$/i.test(bytes.toString('latin1', i + 1, i + 3));
    bytes[length++] = isHex ? code : (bytes[i] ?? 0);
    if (isHex) i += 2;
  }
  return bytes.subarray(0, length);
}
