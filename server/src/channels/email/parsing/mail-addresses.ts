import { domainToASCII } from 'node:url';
import { addressParser } from 'postal-mime';
import { cleanName } from './clean-text.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { limits, type MailAddress } from './parsed-mail.ts';

/**
 * Reads address headers (RFC 5322 3.4): groups are flattened, what is no deliverable address is left out, and each
 * address is listed once.
 */
export function readAddresses(headers: string[]): MailAddress[] {
  const found = new Map<string, MailAddress>();
  for (const header of headers) {
    for (const { name, address } of addressParser(withWholeWords(header), { flatten: true })) {
      const valid = cleanAddress(address ?? '');
      if (valid && !found.has(valid) && found.size < limits.addressesMax) {
        found.set(valid, { name: cleanName(name, limits.nameLengthMax), address: valid });
      }
    }
  }
  return [...found.values()];
}

/** Names are decoded by the parser, word by word: it gets one word for each run. What could be structure stays. */
function withWholeWords(header: string): string {
  const read = header.slice(0, limits.headerReadLengthMax);
  if (!read.includes('=?')) return read;
  return decodeEncodedWords(read, (decoded, written) =>
    /[<>",;]/.test(written) ? written : `=?utf-8?B?${Buffer.from(decoded).toString('base64')}?=`,
  );
}

export function readFirstAddress(header: string | null): MailAddress | null {
  return header === null ? null : (readAddresses([header])[0] ?? null);
}

/**
 * The address with its domain in lower case ASCII, or null when mail could not safely be sent to it. Quoted local
 * parts, spaces and control characters are refused: they only ever serve to smuggle a second recipient in.
 */
export function cleanAddress(text: string): string | null {
  const address = text.trim().replace(/^<|>$/g, '').normalize('NFC');
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (at < 1 || address.length > limits.addressLengthMax || !localPart.test(local) || !address.isWellFormed())
    return null;
  const domain = domainToASCII(address.slice(at + 1).toLowerCase());
  return domainName.test(domain) ? `${local}@${domain}` : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const localPart = /^[^\s\u0000-\u0020\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff@<>()[\],;:\\"]{1,128}$/;
const domainName = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/;
