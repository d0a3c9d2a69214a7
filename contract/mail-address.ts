declare const URL: new (url: string) => { readonly hostname: string };

/**
 * The address as it may stand in SMTP commands and headers, or null. Only a dot-atom is taken as local part: quoted
 * ones (RFC 5321 `"a@b"@example.com`) are next to extinct, and every parser splits them elsewhere. A domain in
 * letters is written in ASCII unless the local part needs SMTPUTF8 (RFC 6531) anyway.
 */
export function wireAddress(address: string): string | null {
  if (address.length > 255 || !address.isWellFormed()) return null;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (at < 1 || !dotAtom.test(local) || local.length > 64) return null;
  const ascii = asciiDomain(domain);
  if (!hostName.test(ascii)) return null;
  return isAscii(local) ? `${local}@${ascii}` : `${local}@${domain}`;
}

/** As intake writes them: whoever types a domain in its own letters means the same one. */
export function comparableAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return `${address.slice(0, at).normalize('NFC')}${isAscii(domain) ? domain : asciiDomain(domain)}`;
}

export const hasAsciiLocalPart = (address: string): boolean => isAscii(address.slice(0, address.lastIndexOf('@')));

/** Blank where it is none. Only letters, digits, dots and hyphens ever get into an address of the web. */
function asciiDomain(domain: string): string {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

/** RFC 5322 3.2.3, with the letters of RFC 6532. */
const dotAtom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const isAscii = (text: string): boolean => /^[!-~]*$/.test(text);
