import { cleanName } from './clean-text.ts';
import { limits } from './parsed-mail.ts';

export type UuencodedFile = { name: string; bytes: Buffer<ArrayBuffer> };

/** Takes the files out of a text that older programs wrote into it: `begin 644 name` … `end`. */
export function extractUuencoded(text: string): { text: string; files: UuencodedFile[] } {
  if (!beginLine.test(text)) return { text, files: [] };
  const files: UuencodedFile[] = [];
  const kept: string[] = [];
  const lines = text.split('\n');
  let lastEnd = lines.length - 1;
  while (lastEnd >= 0 && lines[lastEnd]?.trimEnd() !== 'end') lastEnd--;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const file = i < lastEnd && beginLine.test(line) ? readFile(lines, i) : null;
    if (file && files.length < limits.partsMax) {
      files.push(file.file);
      i = file.endIndex;
    } else kept.push(line);
  }
  return { text: kept.join('\n'), files };
}

/** One encoded file on its own, as `Content-Transfer-Encoding: x-uuencode` has it; null when it is none. */
export function decodeUuencoded(text: string): UuencodedFile | null {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => beginLine.test(line));
  return begin === -1 ? null : (readFile(lines, begin)?.file ?? null);
}

const beginLine = /^begin [0-7]{3,4} (\S.*)$/m;
const encodedLine = /^[ -`]{1,90}$/;

/** Null unless every line up to `end` is encoded: a text that merely begins a sentence with 'begin 644' stays. */
function readFile(lines: string[], beginIndex: number): { file: UuencodedFile; endIndex: number } | null {
  const name = cleanName(beginLine.exec(lines[beginIndex] ?? '')?.[1] ?? '', limits.attachmentNameLengthMax);
  const pieces: Buffer[] = [];
  for (let i = beginIndex + 1; i < lines.length; i++) {
    const line = (lines[i] ?? '').replace(/\r$/, '');
    if (line === 'end') return { file: { name, bytes: joined(pieces) }, endIndex: i };
    if (line === '' || line === '`') continue;
    if (!encodedLine.test(line)) return null;
    pieces.push(decodeLine(line));
  }
  return null;
}

function decodeLine(line: string): Buffer {
  const length = (line.charCodeAt(0) - 32) & 63;
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3);
  const value = (at: number) => (at < line.length ? (line.charCodeAt(at) - 32) & 63 : 0);
  for (let group = 0; group * 3 < length; group++) {
    const at = 1 + group * 4;
    bytes.writeUIntBE((value(at) << 18) | (value(at + 1) << 12) | (value(at + 2) << 6) | value(at + 3), group * 3, 3);
  }
  return bytes.subarray(0, length);
}

function joined(pieces: Buffer[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) at += piece.copy(bytes, at);
  return bytes;
}
