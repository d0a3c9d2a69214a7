import type { Language, LetterWords } from '#domain/people/index.ts';

type About = { name: string; company: string; url: string };

/** That a mailbox or a messenger needs somebody. What is wrong, in which words of its server, stands on its page. */
export function troubleLetter(language: Language, kind: 'mailbox' | 'messenger', about: About): LetterWords {
  const w = words[language];
  return {
    subject: w.title(about.name),
    title: w.title(about.name),
    paragraphs: [w[kind]],
    button: { label: w.button, url: about.url },
    small: w.small(about.company),
  };
}

const words = {
  en: {
    title: (name: string) => `${name} needs you`,
    mailbox:
      'For more than ten minutes no mail could be fetched there, and that will not pass by itself. What was sent to it meanwhile is not lost: it comes as soon as the mailbox works again. Its page says what is wrong and what helps.',
    messenger:
      'For more than ten minutes its messenger has refused it, and that will not pass by itself. Its page says what is wrong and what helps.',
    button: 'See what is wrong',
    small: (company: string) => `You get this letter because you administer ${company}.`,
  },
  ua: {
    title: (name: string) => `${name} потребує вашої уваги`,
    mailbox:
      'Уже понад десять хвилин звідти не вдається забрати пошту, і само собою це не мине. Те, що надійшло за цей час, не втрачено: воно з’явиться, щойно скринька запрацює. На її сторінці сказано, що не так і що допоможе.',
    messenger:
      'Уже понад десять хвилин месенджер відмовляє цій інтеграції в доступі, і само собою це не мине. На її сторінці сказано, що не так і що допоможе.',
    button: 'Подивитися, що не так',
    small: (company: string) => `Ви отримали цей лист, бо керуєте компанією ${company}.`,
  },
} as const;
