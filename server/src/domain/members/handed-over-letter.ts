import type { Language, LetterWords } from '../people/index.ts';

type About = { leaver: string; company: string; tickets: number; letters: number; url: string };

/** One word about all tickets, and letters that have not left, that somebody got because a colleague left. */
export function handedOverLetter(language: Language, { leaver, company, tickets, letters, url }: About): LetterWords {
  const w = words[language];
  const what = tickets > 0 ? w.tickets(tickets) : w.letters(letters);
  return {
    language,
    subject: w.subject(what, leaver),
    title: w.title(what),
    paragraphs: [
      [w.left(leaver, company), tickets > 0 && w.assigned].filter(Boolean).join(' '),
      ...(letters > 0 ? [w.held(w.letters(letters))] : []),
    ],
    button: { label: w.button, url },
    small: w.small(company),
  };
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
const inUkrainian = new Intl.PluralRules('uk');
const counted = (count: number, forms: Forms) => `${count} ${forms[inUkrainian.select(count)] ?? forms.other}`;

const words = {
  en: {
    tickets: (count: number) => (count === 1 ? '1 open ticket' : `${count} open tickets`),
    letters: (count: number) => (count === 1 ? '1 unsent letter' : `${count} unsent letters`),
    subject: (what: string, leaver: string) => `${what} of ${leaver} for you`,
    title: (what: string) => `${what} for you`,
    left: (leaver: string, company: string) => `${leaver} no longer works for ${company}.`,
    assigned: 'What they still had to do is assigned to you now.',
    held: (letters: string) => `Decide what becomes of ${letters}: send, change or discard.`,
    button: 'Open tickets',
    small: (company: string) => `You get this letter because you work for ${company}.`,
  },
  ua: {
    tickets: (count: number) =>
      counted(count, { one: 'відкрите звернення', few: 'відкриті звернення', other: 'відкритих звернень' }),
    letters: (count: number) =>
      counted(count, { one: 'ненадісланий лист', few: 'ненадіслані листи', other: 'ненадісланих листів' }),
    subject: (what: string, leaver: string) => `Для вас: ${what} (${leaver})`,
    title: (what: string) => `Для вас: ${what}`,
    left: (leaver: string, company: string) => `${leaver} більше не працює в компанії «${company}».`,
    assigned: 'Усе, що лишилося незавершеним, тепер призначено вам.',
    held: (letters: string) => `Вирішіть, що надіслати, змінити чи відкинути: ${letters}.`,
    button: 'Відкрити звернення',
    small: (company: string) => `Ви отримали цей лист, бо працюєте в компанії «${company}».`,
  },
} as const;
