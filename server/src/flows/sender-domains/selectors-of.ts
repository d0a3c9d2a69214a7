import { dkimSelector } from '#contract/sender-domains.ts';

const headerBytesMax = 200_000;

/** Who signed a mail, and where the key to that is: what its DKIM-Signature headers say (RFC 6376 section 3.5). */
export function selectorsOf(raw: Buffer): { domain: string; selector: string }[] {
  const text = raw.toString('latin1', 0, headerBytesMax);
  const end = text.search(/\r?\n\r?\n/);
  const headers = (end < 0 ? text : text.slice(0, end)).replace(/\r?\n[ \t]+/g, ' ');
  return [...headers.matchAll(/^dkim-signature:(.*)$/gim)].flatMap(([, value = '']) => {
    const domain = /(?:^|;)\s*d\s*=\s*([^\s;]+)/i.exec(value)?.[1]?.toLowerCase();
    const selector = /(?:^|;)\s*s\s*=\s*([^\s;]+)/i.exec(value)?.[1];
    return domain && selector && dkimSelector.safeParse(selector).success ? [{ domain, selector }] : [];
  });
}
