import {
  charsetNamedIn,
  firstHeader,
  type HeaderField,
  readHeaderFields,
  readStructuredHeader,
  type StructuredHeader,
} from './mime-header.ts';
import { limits } from './parsed-mail.ts';

/** One part of a mail. `body` is a view into the raw mail, still transfer-encoded; of a multipart, everything in it. */
export type MimePart = {
  fields: HeaderField[];
  contentType: StructuredHeader;
  disposition: StructuredHeader;
  parent: MimePart | null;
  children: MimePart[];
  body: Buffer;
};

export type MimeTree = {
  root: MimePart;
  /** There are more parts than are read. */
  isCut: boolean;
  warnings: Set<string>;
};

/**
 * Splits a mail into its parts (RFC 2046) in one pass over the bytes, whatever the nesting. Never throws: what is
 * missing is guessed (a boundary that was not declared, an end that never comes), and what exceeds the limits stays
 * whole: a part nested too deep becomes a leaf, parts past the limit are left out with a warning.
 */
export function readMimeTree(raw: Buffer): MimeTree {
  const reader = new TreeReader(raw);
  return reader.read();
}

type OpenMultipart = { part: MimePart; boundary: string; start: number };

class TreeReader {
  private readonly raw: Buffer;
  private readonly warnings = new Set<string>();
  private readonly open: OpenMultipart[] = [];
  /** Boundary → depth in `open` of the innermost multipart that uses it. */
  private readonly boundaries = new Map<string, number>();
  private partCount = 0;
  private position = 0;
  private leaf: { part: MimePart; start: number } | null = null;
  private namedCharset: { name: string | null } | null = null;

  constructor(raw: Buffer) {
    this.raw = raw;
  }

  read(): MimeTree {
    const root = this.openPart(null, startOfHeaders(this.raw));
    let isCut = false;
    for (let at = this.nextDelimiter(); at; at = this.nextDelimiter()) {
      this.endLeaf(at.lineStart);
      this.closeTo(at.isEnd ? at.depth : at.depth + 1, at.lineStart);
      this.position = at.lineEnd;
      if (at.isEnd) continue;
      if (this.partCount >= limits.partsMax) {
        this.warnings.add(`More than ${limits.partsMax} parts: the rest was left out`);
        isCut = true;
        this.position = this.raw.length;
        break;
      }
      const parent = this.open[at.depth]?.part ?? root;
      parent.children.push(this.openPart(parent, at.lineEnd));
    }
    this.endLeaf(this.raw.length);
    this.closeTo(0, this.raw.length);
    return { root, isCut, warnings: this.warnings };
  }

  /** Reads the headers at `start` and opens the part: a multipart on the stack, anything else as the current leaf. */
  private openPart(parent: MimePart | null, start: number): MimePart {
    this.partCount++;
    const { block, bodyStart } = this.headerBlock(start);
    const fields = readHeaderFields(block, () => this.charset());
    const part: MimePart = {
      fields,
      contentType: readStructuredHeader(firstHeader(fields, 'content-type') ?? defaultType(parent)),
      disposition: readStructuredHeader(firstHeader(fields, 'content-disposition')),
      parent,
      children: [],
      body: this.raw.subarray(bodyStart, bodyStart),
    };
    this.position = bodyStart;
    const boundary = part.contentType.value.startsWith('multipart/') ? this.boundaryOf(part, bodyStart) : null;
    if (boundary === null) this.leaf = { part, start: bodyStart };
    else if (this.open.length >= limits.partDepthMax) {
      this.warnings.add(`Parts nested deeper than ${limits.partDepthMax}: kept as an attachment`);
      this.leaf = { part, start: bodyStart };
    } else {
      this.open.push({ part, boundary, start: bodyStart });
      this.boundaries.set(boundary, this.open.length - 1);
    }
    return part;
  }

  /** The header lines from `start` to the empty line, to a boundary, or to the end. */
  private headerBlock(start: number): { block: Buffer; bodyStart: number } {
    let at = start;
    if (!startsLikeHeader.test(this.raw.toString('latin1', start, start + 300)))
      return this.limitedBlock(start, start, start);
    while (at < this.raw.length) {
      const newline = this.raw.indexOf(0x0a, at);
      const lineEnd = newline === -1 ? this.raw.length : newline;
      const isEmpty = lineEnd === at || (lineEnd === at + 1 && this.raw[at] === 0x0d);
      if (isEmpty) return this.limitedBlock(start, at, Math.min(lineEnd + 1, this.raw.length));
      if (this.raw[at] === 0x2d && this.raw[at + 1] === 0x2d && this.delimiterAt(at))
        return this.limitedBlock(start, at, at);
      at = lineEnd + 1;
    }
    return this.limitedBlock(start, this.raw.length, this.raw.length);
  }

  private limitedBlock(start: number, end: number, bodyStart: number): { block: Buffer; bodyStart: number } {
    const isTooLong = end - start > limits.headerBlockBytesMax;
    if (isTooLong) this.warnings.add('The header is too long: its end was left out');
    return { block: this.raw.subarray(start, isTooLong ? start + limits.headerBlockBytesMax : end), bodyStart };
  }

  /** What the letter names first, for headers of raw 8-bit bytes that name none themselves. */
  private charset(): string | null {
    this.namedCharset ??= { name: charsetNamedIn(this.raw.toString('latin1', 0, charsetWithinBytesMax)) };
    return this.namedCharset.name;
  }

  private boundaryOf(part: MimePart, bodyStart: number): string | null {
    const declared = part.contentType.parameters.get('boundary')?.trimEnd();
    const start = this.raw.toString('latin1', bodyStart, bodyStart + 2_000);
    if (declared) {
      const boundary = Buffer.from(declared).toString('latin1');
      if (part.parent !== null || this.raw.includes(`--${boundary}`, bodyStart, 'latin1')) return boundary;
      const used = /(?:^|\n)--([^\s]{1,70})[ \t]*\r?\ncontent-/i.exec(start)?.[1];
      if (used) this.warnings.add('A multipart of another boundary than it names');
      return used ?? boundary;
    }
    const guessed = /(?:^|\n)--([^\s]{1,70})[ \t]*\r?\n/.exec(start);
    this.warnings.add('A multipart without a boundary');
    return guessed?.[1] ?? null;
  }

  /** The next line that is `--boundary` or `--boundary--` of an open multipart. */
  private nextDelimiter(): Delimiter | null {
    if (this.open.length === 0) return null;
    let lineStart = this.position;
    while (true) {
      const delimiter = this.delimiterAt(lineStart);
      if (delimiter) return delimiter;
      const next = this.raw.indexOf('\n--', lineStart, 'latin1');
      if (next === -1) return null;
      lineStart = next + 1;
    }
  }

  private delimiterAt(lineStart: number): Delimiter | null {
    if (this.raw[lineStart] !== 0x2d || this.raw[lineStart + 1] !== 0x2d) return null;
    const newline = this.raw.subarray(lineStart, lineStart + delimiterBytesMax).indexOf(0x0a);
    const isLast = lineStart + delimiterBytesMax >= this.raw.length;
    if (newline === -1 && !isLast) return null;
    const lineEnd = newline === -1 ? this.raw.length : lineStart + newline + 1;
    const line = this.raw.toString('latin1', lineStart + 2, lineEnd).trimEnd();
    const depth = this.boundaries.get(line);
    if (depth !== undefined) return { lineStart, lineEnd, depth, isEnd: false };
    const endDepth = line.endsWith('--') ? this.boundaries.get(line.slice(0, -2)) : undefined;
    return endDepth === undefined ? null : { lineStart, lineEnd, depth: endDepth, isEnd: true };
  }

  /** The line break before a boundary belongs to the boundary. */
  private endLeaf(end: number): void {
    if (!this.leaf) return;
    this.leaf.part.body = this.raw.subarray(this.leaf.start, Math.max(this.leaf.start, this.withoutBreak(end)));
    this.leaf = null;
  }

  private withoutBreak(end: number): number {
    if (end === this.raw.length || this.raw[end - 1] !== 0x0a) return end;
    return this.raw[end - 2] === 0x0d ? end - 2 : end - 1;
  }

  private closeTo(depth: number, end: number): void {
    while (this.open.length > depth) {
      const closed = this.open.pop();
      if (!closed) return;
      closed.part.body = this.raw.subarray(closed.start, end);
      this.boundaries.delete(closed.boundary);
      const outer = this.open.findLastIndex((one) => one.boundary === closed.boundary);
      if (outer !== -1) this.boundaries.set(closed.boundary, outer);
    }
  }
}

/** A header field, or the empty line that ends the headers; anything else is already the body. */
const startsLikeHeader = /^(?:\r?\n|[^\s:]{1,200}[ \t]*:|--)/;

const charsetWithinBytesMax = 100_000;

type Delimiter = { lineStart: number; lineEnd: number; depth: number; isEnd: boolean };

/** RFC 2046 allows boundaries of 70 characters; senders are given room for more. */
const delimiterBytesMax = 300;

function defaultType(parent: MimePart | null): string {
  return parent?.contentType.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
}

/** Skips what programs put before a mail: a byte order mark, empty lines, the "From " line of mbox files. */
function startOfHeaders(raw: Buffer): number {
  let at = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? 3 : 0;
  while (raw[at] === 0x0d || raw[at] === 0x0a) at++;
  if (raw.toString('latin1', at, at + 5) === 'From ') {
    const newline = raw.indexOf(0x0a, at);
    if (newline !== -1) at = newline + 1;
  }
  return at;
}
