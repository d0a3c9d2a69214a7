/** What somebody typed as the address of a link: with https where they left it out. Null when it leads nowhere we allow. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:.]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/:.]+\.[^/:]*:\d/.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === 'mailto:') return url.href;
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.hostname.includes('.') && !url.username ? url.href : null;
}
