import { cleanName } from './clean-text.ts';
import { limits } from './parsed-mail.ts';

export type UuencodedFile = { name: string; bytes: Buffer<ArrayBuffer> };

/**
 * Takes the files out of a text that older programs wrote into it (`begin 644 name` … `end`), on the bytes: such a text
 * may be large. What is not complete, or not encoded line by line, stays in the text.
 */
export function extractUuencoded(bytes: Buffer): { rest: Buffer; files: UuencodedFile[] } {
  const files: UuencodedFile[] = [];
  const kept: Buffer[] = [];
  let keptTo = 0;
  for (let at = nextBegin(bytes, 0); at !== -1 && files.length < filesMax; ) {
    const file = readFile(bytes, at);
    if (file) {
      files.push({ name: file.name, bytes: file.bytes });
      kept.push(bytes.subarray(keptTo, at));
      keptTo = file.end;
    }
    at = nextBegin(bytes, file?.end ?? at + begin.length);
  }
  if (files.length === 0) return { rest: bytes, files };
  return { rest: Buffer.concat([...kept, bytes.subarray(keptTo)]), files };
}

/** A body that is one encoded file, as `Content-Transfer-Encoding: x-uuencode` announces; null when it is none. */
export function decodeUuencoded(bytes: Buffer): Buffer<ArrayBuffer> | null {
  const at = nextBegin(bytes, 0);
  return at === -1 ? null : (readFile(bytes, at)?.bytes ?? null);
}

const begin = 'begin ';
const filesMax = 100;
const beginLine = /^begin [0-7]{3,4} (\S.*)$/;
const beginLineLengthMax = 500;

function nextBegin(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(begin, from, 'latin1');
  while (at > 0 && bytes[at - 1] !== newline) at = bytes.indexOf(begin, at + begin.length, 'latin1');
  return at;
}

const newline = 0x0a;
const firstCode = 0x20;
const lastCode = 0x60;

function readFile(bytes: Buffer, start: number): (UuencodedFile & { end: number }) | null {
  const lineEnd = bytes.indexOf(newline, start);
  if (lineEnd === -1 || lineEnd - start > beginLineLengthMax) return null;
  const name = beginLine.exec(bytes.toString('utf8', start, lineEnd).trimEnd())?.[1];
  if (name === undefined) return null;
  const end = endOfFile(bytes, lineEnd + 1);
  if (end === null) return null;
  return {
    name: cleanName(name, limits.attachmentNameLengthMax),
    bytes: decodeLines(bytes, lineEnd + 1, end.data),
    end: end.line,
  };
}

/** Where the lines of data stop and the line `end` stops; null when a line before it is no data. */
function endOfFile(bytes: Buffer, start: number): { data: number; line: number } | null {
  let at = start;
  while (at < bytes.length) {
    const found = bytes.indexOf(newline, at);
    const next = found === -1 ? bytes.length : found + 1;
    const isEnd = next - at <= 5 && bytes.toString('latin1', at, next).trimEnd() === 'end';
    if (isEnd) return { data: at, line: next };
    for (let i = at; i < next; i++) {
      const code = bytes[i] as number;
      if ((code < firstCode || code > lastCode) && code !== newline && code !== 0x0d) return null;
    }
    at = next;
  }
  return null;
}

function decodeLines(bytes: Buffer, start: number, end: number): Buffer<ArrayBuffer> {
  const decoded = Buffer.allocUnsafeSlow(end - start);
  let length = 0;
  for (let at = start; at < end; ) {
    const found = bytes.indexOf(newline, at);
    const next = found === -1 ? end : found + 1;
    const value = (i: number) => {
      const code = i < next ? (bytes[i] as number) : firstCode;
      return code < firstCode ? 0 : (code - firstCode) & 63;
    };
    const lineLength = Math.min(value(at), next - at);
    for (let taken = 0, i = at + 1; taken < lineLength; taken += 3, i += 4) {
      const group = (value(i) << 18) | (value(i + 1) << 12) | (value(i + 2) << 6) | value(i + 3);
      for (let shift = 16, part = taken; shift >= 0 && part < lineLength; shift -= 8, part++)
        decoded[length++] = (group >> shift) & 255;
    }
    at = next;
  }
  const exact = Buffer.allocUnsafeSlow(length);
  decoded.copy(exact, 0, 0, length);
  return exact;
}
