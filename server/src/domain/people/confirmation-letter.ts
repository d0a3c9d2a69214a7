import { letterHtml, type SystemLetter } from '#platform/system-letter.ts';

const words = {
  en: {
    subject: 'Confirm your e-mail address for Parley',
    title: (name: string) => `Hello ${name},`,
    body: 'one click and your address is confirmed. Then we set up your company together.',
    button: 'Confirm address',
    small: 'The link works for 24 hours. If you did not create an account, ignore this letter and nothing happens.',
  },
  ua: {
    subject: 'Підтвердьте адресу електронної пошти для Parley',
    title: (name: string) => `Вітаємо, ${name}!`,
    body: 'Один клік — і вашу адресу підтверджено. Далі разом налаштуємо вашу компанію.',
    button: 'Підтвердити адресу',
    small: 'Посилання діє 24 години. Якщо ви не створювали обліковий запис, просто не зважайте на цей лист.',
  },
} as const;

export function confirmationLetter(
  user: { name: string; email: string; language: 'en' | 'ua' },
  url: string,
): SystemLetter {
  const w = words[user.language];
  return {
    toName: user.name,
    toAddress: user.email,
    subject: w.subject,
    html: letterHtml({
      title: w.title(user.name),
      paragraphs: [w.body],
      button: { label: w.button, url },
      small: w.small,
    }),
    text: `${w.title(user.name)}\n\n${w.body}\n\n${url}\n\n${w.small}\n`,
  };
}
