/**
 * From which pages something may be embedded: `shop.example`, `*.shop.example` (any name below, not the name itself),
 * either with a port. Without one, the usual port of the page's scheme is meant. Pure, and the same for the server, which
 * enforces it, and the desk, which tells what it means.
 */

/** Node and browsers have it; the contract needs neither's types. */
declare const URL: new (
  text: string,
) => { readonly protocol: string; readonly hostname: string; readonly port: string };

export const domainLengthMax = 260;

/**
 * A domain as it is kept: lower case, without a trailing dot, other alphabets in punycode. Null: it is none. Addresses
 * are refused however they are written (`127.0.0.1`, `0x7f.1`, `[::1]`): who owns one of those today need not own it
 * tomorrow.
 */
export function canonicalDomain(typed: string): string | null {
  const found = typed.length > domainLengthMax ? null : /^(\*\.)?([^\s/?#@:\\[\]%*]+)(?::(\d{1,5}))?$/u.exec(typed);
  const host = found?.[2] === undefined ? null : hostOf(found[2]);
  if (!found || host === null) return null;
  // `*.com` would be half of the world.
  if (found[1] && !host.includes('.')) return null;
  const port = found[3] === undefined ? null : Number(found[3]);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  return `${found[1] ?? ''}${host}${port === null ? '' : `:${port}`}`;
}

function hostOf(name: string): string | null {
  const host = parsed(`https://${name}/`)?.hostname.replace(/\.$/, '') ?? '';
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  // What ends in a number is an address in one of its many spellings (WHATWG URL).
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? host : null;
}

/** Whether a page of this origin may embed. An empty list names nobody, and so lets everybody. */
export function allowsOrigin(domains: readonly string[], origin: string): boolean {
  const page = parsed(origin);
  if (!page || (page.protocol !== 'https:' && page.protocol !== 'http:')) return false;
  const host = page.hostname.replace(/\.$/, '');
  return domains.length === 0 || domains.some((domain) => matches(domain, host, page.port));
}

function matches(domain: string, host: string, port: string): boolean {
  const [name = '', wanted = ''] = domain.split(':');
  if (wanted !== port) return false;
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name;
}

/** The domain that would let pages of this origin in. */
export function domainOf(origin: string): string | null {
  const page = parsed(origin);
  return page && canonicalDomain(page.port ? `${page.hostname}:${page.port}` : page.hostname);
}

function parsed(text: string) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
