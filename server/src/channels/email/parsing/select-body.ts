import type { UnreadableLetter } from '#contract/messages.ts';
import { cleanAttachmentName, cleanContentType } from './attachment-name.ts';
import { cutText } from './clean-text.ts';
import { decodeBytes, decodeText } from './decode-part.ts';
import { extractDataImages } from './extract-data-images.ts';
import { htmlToText } from './html-to-text.ts';
import { escapeHtml } from './html-tree.ts';
import { decodeHeaderText, firstHeader, readHeaderFields } from './mime-header.ts';
import type { MimePart, MimeTree } from './mime-tree.ts';
import { limits } from './parsed-mail.ts';

/** An attachment before it is known whether the HTML shows it. */
export type FoundFile = {
  name: string;
  contentType: string;
  bytes: Buffer<ArrayBuffer>;
  contentId: string | null;
};

export type SelectedBody = {
  /** Null when no part says it in plain text. */
  text: string | null;
  /** As the sender wrote it: not sanitised. */
  html: string | null;
  files: FoundFile[];
  unreadable: UnreadableLetter | null;
};

/**
 * Decides what of a mail is its message and what are files. Of alternatives (RFC 2046 5.1.4) the plain and the HTML
 * form are taken; several texts in a row are joined; everything else, and every text that is too long to keep whole,
 * becomes a file.
 */
export function selectBody(tree: MimeTree): SelectedBody {
  const selection = new Selection(tree.warnings);
  const content = selection.read(tree.root);
  const html = content.some((piece) => piece.html !== null) ? content.map(asHtml).join('<br>') : null;
  const text = content.some((piece) => piece.text?.trim()) ? content.map(asText).join('\n') : null;
  return {
    text,
    html,
    files: selection.files,
    unreadable: whatIsUnreadable(tree, selection, text === null && html === null),
  };
}

/** A file that is signed or encrypted by itself, beside a text, is a file. */
function whatIsUnreadable(
  { root, isCut }: MimeTree,
  { sealed, isTextCut }: Selection,
  isEmpty: boolean,
): UnreadableLetter | null {
  const found = sealed.find(({ part, as }) => as === 'pgp' || as === 'tnef' || isEmpty || part === root);
  return found?.as ?? (isCut ? 'parts' : isTextCut ? 'text' : null);
}

/** One text of the message, in one form or both. */
type Piece = { text: string | null; html: string | null };

function asHtml(piece: Piece): string {
  return piece.html ?? `<div>${escapeHtml(piece.text ?? '').replaceAll('\n', '<br>')}</div>`;
}

function asText(piece: Piece): string {
  return piece.text !== null && piece.text.trim() !== '' ? piece.text : htmlToText(piece.html ?? '');
}

class Selection {
  readonly files: FoundFile[] = [];
  /** What holds words or files that only other programs get out. */
  readonly sealed: { part: MimePart; as: UnreadableLetter }[] = [];
  private readonly warnings: Set<string>;
  private readonly keptWhole = new Set<MimePart>();
  private hasText = false;
  private textRoom: number = limits.textLengthMax;
  private htmlRoom: number = limits.htmlLengthMax;

  constructor(warnings: Set<string>) {
    this.warnings = warnings;
  }

  get isTextCut(): boolean {
    return this.keptWhole.size > 0;
  }

  read(part: MimePart): Piece[] {
    const type = part.contentType.value;
    if (part.children.length > 0) {
      if (type === 'multipart/alternative') return this.readAlternatives(part);
      return part.children.flatMap((child) => this.read(child));
    }
    if (type.startsWith('multipart/')) return this.readUnsplit(part);
    return this.readLeaf(part);
  }

  /** The last HTML wins, as the richest form; the first plain text. Forms that nobody reads are left to the raw mail. */
  private readAlternatives(part: MimePart): Piece[] {
    const pieces = part.children
      .filter((child) => !unreadForms.has(child.contentType.value))
      .map((child) => this.read(child));
    const rich = pieces.findLast((list) => list.some((piece) => piece.html !== null));
    const plain = pieces.find((list) => list.length > 0 && list.every((piece) => piece.html === null));
    if (!rich || !plain) return rich ?? plain ?? [];
    return [{ text: plain.map(asText).join('\n'), html: rich.map(asHtml).join('<br>') }];
  }

  /** A multipart whose boundary never comes is read as what it looks like; one nested too deep is kept as it is. */
  private readUnsplit(part: MimePart): Piece[] {
    if (depthOf(part) >= limits.partDepthMax) {
      this.addFile(part, 'part.eml');
      return [];
    }
    if (part.body.length === 0) return [];
    this.warnings.add('A multipart whose parts could not be found');
    const isHtml = /^\s{0,100}<(?:!doctype|html|body|div|p|table)\b/i.test(part.body.toString('latin1', 0, 300));
    part.contentType = { value: isHtml ? 'text/html' : 'text/plain', parameters: part.contentType.parameters };
    return this.readLeaf(part);
  }

  private readLeaf(part: MimePart): Piece[] {
    const type = part.contentType.value;
    if (!this.isMessageText(part)) {
      if (part.body.length > 0 || fileName(part) !== null) this.addFile(part);
      return [];
    }
    if (part.body.length === 0) return [];
    this.hasText = true;
    return [type === 'text/html' ? this.readHtml(part) : this.readPlain(part)];
  }

  /** A named text is a file that was put into the message, unless it is all there is. */
  private isMessageText(part: MimePart): boolean {
    const type = part.contentType.value;
    if (part.disposition.value === 'attachment') return false;
    if (type === 'text/html' || part.parent === null) return readableTypes.has(type) || !type.includes('/');
    if (part.disposition.parameters.has('filename')) return false;
    if (part.contentType.parameters.has('name') && this.hasText) return false;
    return type === 'text/plain' || !type.includes('/');
  }

  private readPlain(part: MimePart): Piece {
    const text = this.decode(part, this.textRoom).replace(/\r\n?/g, '\n');
    this.textRoom -= text.length;
    return { text, html: null };
  }

  /** Pictures written into the HTML become files of their own first: they are what makes some mails too long. */
  private readHtml(part: MimePart): Piece {
    const { html, images } = extractDataImages(this.decode(part, limits.htmlSourceLengthMax), this.files.length + 1);
    for (const image of images) this.files.push(image);
    if (html.length > this.htmlRoom) this.keepWhole(part);
    const kept = cutText(html, this.htmlRoom);
    this.htmlRoom -= kept.length;
    return { text: null, html: kept };
  }

  private decode(part: MimePart, lengthMax: number): string {
    const { text, warning, isCut, files } = decodeText(part, lengthMax);
    if (warning) this.warnings.add(warning);
    if (isCut) this.keepWhole(part);
    for (const file of files) this.push(file.name, 'application/octet-stream', file.bytes, null);
    return cutText(text, lengthMax);
  }

  private keepWhole(part: MimePart): void {
    if (this.keptWhole.has(part)) return;
    this.keptWhole.add(part);
    this.warnings.add('The text is too long: the whole of it is attached');
    this.addFile(part);
  }

  private addFile(part: MimePart, unnamed?: string): void {
    const bytes = decodeBytes(part);
    this.noteUnreadable(part);
    const type = part.contentType.value;
    const name = fileName(part) ?? unnamed ?? (type.startsWith('message/') ? nestedSubject(bytes, type) : null);
    const contentId = firstHeader(part.fields, 'content-id')?.trim().replace(/^<|>$/g, '') ?? null;
    this.push(name ?? '', cleanContentType(type), bytes, contentId);
  }

  /** What cannot be shown although the sender saw it as the message. */
  private noteUnreadable(part: MimePart): void {
    const { value, parameters } = part.contentType;
    if (value === 'application/pgp-encrypted') {
      this.warnings.add('Encrypted with PGP: the message is in the attachments');
      this.sealed.push({ part, as: 'pgp' });
    }
    if (/^application\/(?:x-)?pkcs7-mime$/.test(value)) {
      const isSigned = parameters.get('smime-type') === 'signed-data';
      this.warnings.add(`${isSigned ? 'Signed' : 'Encrypted'} with S/MIME: the message is in the attachments`);
      this.sealed.push({ part, as: isSigned ? 'signed' : 'smime' });
    }
    if (value === 'application/ms-tnef' || value === 'application/vnd.ms-tnef') {
      this.warnings.add('Outlook put its files into winmail.dat (TNEF)');
      this.sealed.push({ part, as: 'tnef' });
    }
  }

  private push(name: string, contentType: string, bytes: Buffer<ArrayBuffer>, contentId: string | null): void {
    this.files.push({
      name: cleanAttachmentName(name, contentType),
      contentType,
      bytes,
      contentId: contentId === null ? null : decodeHeaderText(contentId, limits.messageIdLengthMax) || null,
    });
  }
}

const readableTypes = new Set(['text/plain', 'text/html']);
const unreadForms = new Set(['text/x-amp-html', 'text/watch-html']);

function fileName(part: MimePart): string | null {
  const name = part.disposition.parameters.get('filename') ?? part.contentType.parameters.get('name') ?? null;
  return name === null ? null : decodeHeaderText(name, limits.headerValueLengthMax);
}

/** A forwarded mail is named after its subject. */
function nestedSubject(bytes: Buffer, type: string): string | null {
  if (type !== 'message/rfc822' && type !== 'message/global') return null;
  const subject = firstHeader(readHeaderFields(bytes.subarray(0, nestedHeaderBytesMax)), 'subject');
  const decoded = decodeHeaderText(subject ?? '', limits.subjectLengthMax).replaceAll(/[/\\]/g, '-');
  return decoded === '' ? null : `${decoded}.eml`;
}

const nestedHeaderBytesMax = 20_000;

function depthOf(part: MimePart): number {
  let depth = 0;
  for (let up = part.parent; up; up = up.parent) depth++;
  return depth;
}
