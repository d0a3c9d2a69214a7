import type { Language, LetterWords } from '../people/index.ts';

type About = { leaver: string; company: string; count: number; url: string };

/** One word about all tickets that somebody got because a colleague left. */
export function handedOverLetter(language: Language, { leaver, company, count, url }: About): LetterWords {
  const w = words[language];
  return {
    subject: w.subject(count, leaver),
    title: w.title(count),
    paragraphs: [w.body(leaver, company)],
    button: { label: w.button, url },
    small: w.small(company),
  };
}

const inUkrainian = new Intl.PluralRules('uk');
const ukrainianTickets: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'відкрите звернення',
  few: 'відкриті звернення',
};
const tickets = {
  en: (count: number) => (count === 1 ? '1 open ticket' : `${count} open tickets`),
  ua: (count: number) => `${count} ${ukrainianTickets[inUkrainian.select(count)] ?? 'відкритих звернень'}`,
};

const words = {
  en: {
    subject: (count: number, leaver: string) => `${tickets.en(count)} of ${leaver} for you`,
    title: (count: number) => `${tickets.en(count)} for you`,
    body: (leaver: string, company: string) =>
      `${leaver} no longer works for ${company}. What they still had to do is assigned to you now.`,
    button: 'Open tickets',
    small: (company: string) => `You get this letter because you work for ${company}.`,
  },
  ua: {
    subject: (count: number, leaver: string) => `Для вас: ${tickets.ua(count)} (${leaver})`,
    title: (count: number) => `Для вас: ${tickets.ua(count)}`,
    body: (leaver: string, company: string) =>
      `${leaver} більше не працює в ${company}. Усе, що лишилося незавершеним, тепер призначено вам.`,
    button: 'Відкрити звернення',
    small: (company: string) => `Ви отримали цей лист, бо працюєте в ${company}.`,
  },
} as const;
