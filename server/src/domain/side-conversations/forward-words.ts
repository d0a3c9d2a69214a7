import type { Address } from '#contract/messages.ts';

type Language = 'en' | 'ua';
type Letter = { from: Address; at: Date; subject: string; to: readonly Address[]; cc: readonly Address[] };

const words: Record<Language, { title: string; from: string; date: string; subject: string; to: string; cc: string }> =
  {
    en: { title: 'Forwarded message', from: 'From', date: 'Date', subject: 'Subject', to: 'To', cc: 'Cc' },
    ua: { title: 'Переслане повідомлення', from: 'Від', date: 'Дата', subject: 'Тема', to: 'Кому', cc: 'Копія' },
  };

/** What mail programs put above a letter that is forwarded, in the language and by the clock of whoever forwards it. */
export function forwardHeads(language: Language, timeZone: string) {
  const name = words[language];
  const when = new Intl.DateTimeFormat(language === 'ua' ? 'uk' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  return {
    title: name.title,
    of({ from, at, subject, to, cc }: Letter): [string, string][] {
      const all: [string, string][] = [
        [name.from, people([from])],
        [name.date, when.format(at)],
        [name.subject, subject],
        [name.to, people(to)],
        [name.cc, people(cc)],
      ];
      // What was said in a chat has none, and goes to nobody's address.
      return all.filter(([, value]) => value !== '');
    },
  };
}

const people = (all: readonly Address[]): string =>
  all.map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address)).join(', ');
