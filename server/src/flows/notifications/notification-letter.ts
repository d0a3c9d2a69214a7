import { asLetter } from '#domain/people/index.ts';
import type { Brand } from '#platform/brands/brands.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { LetterCompany, SystemLetter } from '#platform/system-letter.ts';
import { type Happened, notificationWords } from './notification-words.ts';

/** `title` null: of a company that may not be reached from everywhere, so the letter says neither who nor about what. */
export type About = Happened & { title: string | null; url: string; isTicket: boolean };

const frames = {
  en: {
    several: (n: number) => `${n} updates on your tickets`,
    openOne: 'Open the ticket',
    openLetter: 'Open the letter',
    open: () => 'Open the desk',
    more: (n: number) => `And ${n} more on the desk.`,
    small: 'Such letters come as your notification settings say.',
    choice: 'Choose what is told, and how',
  },
  ua: {
    several: (n: number) => `Новини у ваших зверненнях: ${n}`,
    openOne: 'Відкрити звернення',
    openLetter: 'Відкрити лист',
    open: (brand: string) => `Відкрити ${brand}`,
    more: (n: number, brand: string) => `І ще ${n} у ${brand}.`,
    small: 'Такі листи надходять за вашими налаштуваннями сповіщень.',
    choice: 'Вибрати, про що і як сповіщати',
  },
};

const subjectLengthMax = 200;
const linesMax = 20;

/** What happened, in one letter to the person it concerns. What customers wrote stays on the desk. */
export function notificationLetter(
  brand: Brand,
  to: { name: string; address: string; language: 'en' | 'ua' },
  all: readonly [About, ...About[]],
  publicUrl: string,
  company?: LetterCompany,
): SystemLetter {
  const frame = frames[to.language];
  const { whole, bare } = notificationWords[to.language];
  const headOf = (about: About) => (about.title === null ? bare : whole)[about.kind](about);
  const wordsOf = (about: About) => (about.title === null ? headOf(about) : `${headOf(about)}: ${about.title}`);
  const lines = counted(all.map((about) => ({ label: wordsOf(about), url: about.url })));
  const choice = { label: frame.choice, url: `${publicUrl}/v1/settings#notifications` };
  const [first] = all;
  if (lines.length === 1) {
    return asLetter(brand, to, {
      language: to.language,
      subject: asSubject(wordsOf(first)),
      title: headOf(first),
      paragraphs: first.title === null ? [] : [first.title],
      button: { label: first.isTicket ? frame.openOne : frame.openLetter, url: first.url },
      small: frame.small,
      choice,
      company,
    });
  }
  const title = frame.several(all.length);
  return asLetter(brand, to, {
    language: to.language,
    subject: asSubject(title),
    title,
    paragraphs: [],
    links: lines.slice(0, linesMax),
    ...(lines.length > linesMax ? { after: frame.more(lines.length - linesMax, brand.name) } : {}),
    button: { label: frame.open(brand.name), url: `${publicUrl}/v1/tickets` },
    small: frame.small,
    choice,
    company,
  });
}

/** What happened three times in one ticket is one line. */
function counted(lines: readonly { label: string; url: string }[]): { label: string; url: string }[] {
  const counts = new Map<string, { label: string; url: string; times: number }>();
  for (const line of lines) {
    const key = `${line.url} ${line.label}`;
    counts.set(key, { ...line, times: (counts.get(key)?.times ?? 0) + 1 });
  }
  return [...counts.values()].map(({ label, url, times }) => ({
    url,
    label: times > 1 ? `${label} (${times})` : label,
  }));
}

const asSubject = (text: string) => cutLetters(text.replace(/\p{Cc}+/gu, ' '), subjectLengthMax);
