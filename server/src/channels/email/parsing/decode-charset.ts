import { TextDecoder } from 'node:util';

const replacement = '\ufffd';

export type DecodedText = { text: string; warning: string | null };

/**
 * Bytes to text by the charset a mail declares, unless the bytes say otherwise: UTF-8 labelled as ASCII, Latin-1 or
 * UTF-16 is read as UTF-8, and an unknown label falls back to UTF-8, then to `otherwise` (what else the mail says of
 * itself), then to Windows-1252. Never throws.
 */
export function decodeCharset(
  bytes: Uint8Array,
  declared: string | null,
  otherwise: string | null = null,
): DecodedText {
  const label = charsetLabel(declared ?? '');
  if (label === '' || label === 'utf-8' || asciiLabels.has(label)) return sure(decodeMostlyUtf8(bytes, otherwise));
  if (latinLabels.has(label)) return sure(decodeUtf8(bytes) ?? windows1252.decode(bytes));
  if (label.startsWith('utf-32') || label === 'ucs-4') return sure(decodeUtf32(bytes, label));
  if (label === 'utf-7') return sure(decodeUtf7(bytes));
  if (label.startsWith('utf-16') && !bytes.includes(0)) return sure(decodeMostlyUtf8(bytes));
  const decoder = decoderFor(label);
  if (decoder) return sure(decoder.decode(bytes));
  return { text: decodeMostlyUtf8(bytes, otherwise), warning: `Unknown charset ${JSON.stringify(label.slice(0, 40))}` };
}

function sure(text: string): DecodedText {
  return { text, warning: null };
}

const asciiLabels = new Set(['us-ascii', 'ascii', 'unknown-8bit', 'x-unknown', 'default', 'binary']);
const latinLabels = new Set(['iso-8859-1', 'latin1', 'windows-1252']);

/** Names that mail programs use and the Encoding Standard does not know. */
const aliases = new Map([
  ['utf8', 'utf-8'],
  ['utf8mb4', 'utf-8'],
  ['unicode-1-1-utf-8', 'utf-8'],
  ['unicode-1-1-utf-7', 'utf-7'],
  ['utf7', 'utf-7'],
  ['utf16', 'utf-16le'],
  ['utf32', 'utf-32'],
  ['latin-1', 'latin1'],
  ['iso8859-1', 'iso-8859-1'],
  ['iso-88591', 'iso-8859-1'],
  ['ansi_x3.4-1968', 'us-ascii'],
  ['ansi_x3.110-1983', 'iso-8859-1'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp51932', 'euc-jp'],
  ['cp50220', 'iso-2022-jp'],
  ['cp50221', 'iso-2022-jp'],
  ['iso-2022-jp-1', 'iso-2022-jp'],
  ['iso-2022-jp-2', 'iso-2022-jp'],
  ['eucjp', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['gb18030-2000', 'gb18030'],
  ['win1251', 'windows-1251'],
]);

const labelLengthMax = 60;

function charsetLabel(declared: string): string {
  const written = declared.slice(0, labelLengthMax).trim().toLowerCase();
  const label = written.replace(/^["']+|(?<!["'])["']+$/g, '').replace(/^(?:x-ms-|cs(?=[a-z]))/, '');
  const codePage = /^(?:x-)?(?:cp|win|windows|ms|ibm)[-_ ]?(\d{3,5})$/.exec(label)?.[1];
  if (codePage) return aliases.get(`cp${codePage}`) ?? (windowsPages.test(codePage) ? `windows-${codePage}` : label);
  const dashed = label.replace(/_/g, '-').replace(/^utf(\d)/, 'utf-$1');
  return aliases.get(label) ?? aliases.get(dashed) ?? (dashed.startsWith('utf-') ? dashed : label);
}

const windowsPages = /^(?:125\d|874)$/;

const decoders = new Map<string, TextDecoder>();

function decoderFor(label: string): TextDecoder | null {
  const known = decoders.get(label);
  if (known) return known;
  try {
    const decoder = new TextDecoder(label);
    decoders.set(label, decoder);
    return decoder;
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder('utf-8');
const windows1252 = new TextDecoder('windows-1252');
const utf16be = new TextDecoder('utf-16be');

function decodeUtf8(bytes: Uint8Array): string | null {
  const text = utf8.decode(bytes);
  return text.includes(replacement) ? null : text;
}

/** A few broken characters leave a text UTF-8; when more is broken than right, it never was. */
function decodeMostlyUtf8(bytes: Uint8Array, otherwise: string | null = null): string {
  const text = utf8.decode(bytes);
  if (!text.includes(replacement)) return text;
  let broken = 0;
  let right = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0xfffd) broken++;
    else if (unit > 0x7f) right++;
  }
  return broken > right ? singleByteDecoder(otherwise).decode(bytes) : text;
}

/** For bytes that are no UTF-8, whatever their charset is called. */
function singleByteDecoder(named: string | null): TextDecoder {
  const decoder = named === null ? null : decoderFor(charsetLabel(named));
  return decoder === null || decoder.encoding.startsWith('utf-') ? windows1252 : decoder;
}

/** Node's decoders know no UTF-32. */
function decodeUtf32(bytes: Uint8Array, label: string): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 4) return decodeMostlyUtf8(bytes);
  const first = view.getUint32(0, true);
  const littleEndian = first === 0xfeff || (first !== 0xfffe0000 && !label.endsWith('be'));
  const pieces: string[] = [];
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian);
    if (point === 0xfeff && at === 0) continue;
    pieces.push(point <= 0x10ffff ? String.fromCodePoint(point) : replacement);
  }
  return pieces.join('').toWellFormed();
}

/** RFC 2152: `+` opens base64 of UTF-16BE, `-` or any other character closes it, `+-` is a plus sign. */
function decodeUtf7(bytes: Uint8Array): string {
  const ascii = windows1252.decode(bytes);
  return ascii.replace(/\+([A-Za-z0-9/+]*)-?/g, (_, base64: string) => {
    if (base64 === '') return '+';
    return utf16be.decode(Buffer.from(base64, 'base64'));
  });
}
