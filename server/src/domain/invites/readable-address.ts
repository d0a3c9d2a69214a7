import { domainToUnicode } from 'node:url';

/** As people read it: a domain in its own letters. It is kept, and compared, in ASCII. */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return `${address.slice(0, at)}${domainToUnicode(domain) || domain}`;
}
