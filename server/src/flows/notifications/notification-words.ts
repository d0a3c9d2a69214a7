import type { NotificationKind } from '#contract/settings.ts';

export type Happened = { kind: NotificationKind; who: string; number: string };
/** `number` is empty for a letter that has no ticket yet. */
type Said = (of: { who: string; number: string }) => string;

type Words = {
  /** Who did what, where. */
  whole: Record<NotificationKind, Said>;
  /** What, where, and nothing that anybody wrote. */
  bare: Record<NotificationKind, Said>;
  /** Not even where. */
  hidden: string;
  try: { title: string; body: string };
};

export const notificationWords: Record<'en' | 'ua', Words> = {
  en: {
    whole: {
      new_ticket: ({ who, number }) => `New ticket ${number} from ${who}`,
      assigned: ({ who, number }) => `${who} assigned ${number} to you`,
      customer_replied: ({ who, number }) => `${who} replied in ${number}`,
      unassigned_replied: ({ who, number }) => `${who} replied in ${number}, which nobody has`,
      mentioned: ({ who, number }) => `${who} mentioned you in ${number}`,
      letter_held: ({ who, number }) =>
        number
          ? `The reply to ${who} in ${number} has not left: it waits for you`
          : `The letter to ${who} has not left: it waits for you`,
      noted: ({ who, number }) => `${who} left a note in ${number}`,
      woke: ({ who, number }) => `${number} woke: ${who} waits for you`,
      not_delivered: ({ who, number }) => `Your reply in ${number} to ${who} was not delivered`,
      side_answered: ({ who, number }) => `${who} answered in a side conversation of ${number}`,
    },
    bare: {
      new_ticket: ({ number }) => `New ticket ${number}`,
      assigned: ({ number }) => `${number} was assigned to you`,
      customer_replied: ({ number }) => `New reply in ${number}`,
      unassigned_replied: ({ number }) => `New reply in ${number}, which nobody has`,
      mentioned: ({ number }) => `You were mentioned in ${number}`,
      letter_held: ({ number }) =>
        number ? `A reply in ${number} has not left: it waits for you` : 'A letter has not left: it waits for you',
      noted: ({ number }) => `New note in ${number}`,
      woke: ({ number }) => `${number} woke`,
      not_delivered: ({ number }) => `Your reply in ${number} was not delivered`,
      side_answered: ({ number }) => `New answer in a side conversation of ${number}`,
    },
    hidden: 'Something happened in your tickets.',
    try: { title: 'It works', body: 'This is how news of your tickets arrives on this device.' },
  },
  ua: {
    whole: {
      new_ticket: ({ who, number }) => `Нове звернення ${number} від ${who}`,
      assigned: ({ who, number }) => `${who}: звернення ${number} призначено вам`,
      customer_replied: ({ who, number }) => `${who}: відповідь у ${number}`,
      unassigned_replied: ({ who, number }) => `${who}: відповідь у нічийному ${number}`,
      mentioned: ({ who, number }) => `${who}: згадка про вас у ${number}`,
      letter_held: ({ who, number }) =>
        number
          ? `Відповідь у ${number} (${who}) не надіслано: вона чекає на ваше рішення`
          : `Лист (${who}) не надіслано: він чекає на ваше рішення`,
      noted: ({ who, number }) => `${who}: нотатка у ${number}`,
      woke: ({ who, number }) => `Звернення ${number} повернулося: на вас чекає ${who}`,
      not_delivered: ({ who, number }) => `Вашу відповідь у ${number} не доставлено: ${who}`,
      side_answered: ({ who, number }) => `${who}: відповідь у бічній розмові до ${number}`,
    },
    bare: {
      new_ticket: ({ number }) => `Нове звернення ${number}`,
      assigned: ({ number }) => `Звернення ${number} призначено вам`,
      customer_replied: ({ number }) => `Нова відповідь у ${number}`,
      unassigned_replied: ({ number }) => `Нова відповідь у нічийному ${number}`,
      mentioned: ({ number }) => `Вас згадали у ${number}`,
      letter_held: ({ number }) =>
        number
          ? `Відповідь у ${number} не надіслано: вона чекає на ваше рішення`
          : 'Лист не надіслано: він чекає на ваше рішення',
      noted: ({ number }) => `Нова нотатка у ${number}`,
      woke: ({ number }) => `Звернення ${number} повернулося`,
      not_delivered: ({ number }) => `Вашу відповідь у ${number} не доставлено`,
      side_answered: ({ number }) => `Нова відповідь у бічній розмові до ${number}`,
    },
    hidden: 'У ваших зверненнях щось нове.',
    try: { title: 'Працює', body: 'Так на цьому пристрої виглядатимуть сповіщення про ваші звернення.' },
  },
};
