import type { Marked } from '#contract/search.ts';

/**
 * As people read it: a domain in its own letters. It is kept, compared, copied and written to in ASCII. What would look like
 * another domain stays as it is: strangers chose it.
 */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (!/(^|\.)xn--/i.test(domain)) return address;
  const labels = domain.toLowerCase().split('.');
  const readable = labels.map((label) => (label.startsWith('xn--') ? decode(label.slice(4)) : label));
  const isLatin = /^[a-z\d-]+$/.test(readable.at(-1) ?? '');
  if (readable.some((label) => isMixed(label) || (isLatin && looksLatin.test(label)))) return address;
  return asciiOf(readable.join('.')) === labels.join('.') ? address.slice(0, at) + readable.join('.') : address;
}

/** The same of what was found: of what is marked, what stands before the domain. */
export function readableMarked(of: Marked): Marked {
  const text = readableAddress(of.text);
  if (text === of.text) return of;
  return { text, marks: of.marks.filter(([, to]) => to <= of.text.lastIndexOf('@') + 1) };
}

const isMixed = (label: string): boolean =>
  /\p{Script=Latin}/u.test(label) && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(label);

/** Cyrillic letters that are drawn as Latin ones. */
const looksLatin = /^(?=.*[^\d-])[асеһіјӏорԛѕуԝхԁь\d-]+$/;

function asciiOf(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

/** RFC 3492; blank where it is none. */
function decode(label: string): string {
  const ascii = label.lastIndexOf('-');
  const letters = [...label.slice(0, Math.max(0, ascii))];
  let [letter, place, bias] = [128, 0, 72];
  for (let from = ascii + 1; from < label.length; ) {
    const before = place;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digits.indexOf(label[from++] ?? ' ');
      if (digit === -1) return '';
      place += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(before === 0 ? Math.floor(place / 700) : Math.floor((place - before) / 2), count);
    letter += Math.floor(place / count);
    place %= count;
    if (letter > 0x10_ffff) return '';
    letters.splice(place++, 0, String.fromCodePoint(letter));
  }
  return letters.join('');
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

function adapted(delta: number, count: number): number {
  let rest = delta + Math.floor(delta / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
