import type { NotificationKind } from '#contract/settings.ts';
import { asLetter } from '#domain/people/index.ts';
import type { Brand } from '#platform/brands/brands.ts';
import type { SystemLetter } from '#platform/system-letter.ts';

type About = { who: string; number: string; title: string; url: string };
type Said = (of: About) => string;

const words: Record<'en' | 'ua', { kinds: Record<NotificationKind, Said>; button: string; small: string }> = {
  en: {
    kinds: {
      new_ticket: ({ who, number }) => `New ticket ${number} from ${who}`,
      assigned: ({ who, number }) => `${who} assigned ${number} to you`,
      customer_replied: ({ who, number }) => `${who} replied in ${number}`,
      unassigned_replied: ({ who, number }) => `${who} replied in ${number}, which nobody has`,
      noted: ({ who, number }) => `${who} left a note in ${number}`,
      not_delivered: ({ who, number }) => `Your reply in ${number} to ${who} was not delivered`,
    },
    button: 'Open the ticket',
    small: 'You get this letter because you chose so: Settings, Notifications.',
  },
  ua: {
    kinds: {
      new_ticket: ({ who, number }) => `Нове звернення ${number} від ${who}`,
      assigned: ({ who, number }) => `${who}: звернення ${number} призначено вам`,
      customer_replied: ({ who, number }) => `${who}: відповідь у ${number}`,
      unassigned_replied: ({ who, number }) => `${who}: відповідь у нічийному ${number}`,
      noted: ({ who, number }) => `${who}: нотатка у ${number}`,
      not_delivered: ({ who, number }) => `Вашу відповідь у ${number} не доставлено: ${who}`,
    },
    button: 'Відкрити звернення',
    small: 'Ви отримали цей лист, бо так налаштували: «Налаштування», «Сповіщення».',
  },
};

const subjectLengthMax = 200;

/** What happened, in a letter to the person it concerns. What customers wrote stays on the desk. */
export function notificationLetter(
  brand: Brand,
  to: { name: string; address: string; language: 'en' | 'ua' },
  kind: NotificationKind,
  about: About,
): SystemLetter {
  const w = words[to.language];
  const title = w.kinds[kind](about);
  const subject = `${title}: ${about.title}`
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, subjectLengthMax)
    .toWellFormed();
  return asLetter(brand, to, {
    subject,
    title,
    paragraphs: [about.title],
    button: { label: w.button, url: about.url },
    small: w.small,
  });
}
