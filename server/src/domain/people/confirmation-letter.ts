import type { Brand } from '#platform/brands/brands.ts';
import { letterHtml, type SystemLetter } from '#platform/system-letter.ts';

const words = {
  en: {
    subject: (brand: string) => `Confirm your e-mail address for ${brand}`,
    title: (name: string) => `Hello ${name},`,
    body: 'one click and your address is confirmed. Then we set up your company together.',
    button: 'Confirm address',
    small: 'The link works for 24 hours. If you did not create an account, ignore this letter and nothing happens.',
  },
  ua: {
    subject: (brand: string) => `Підтвердьте адресу електронної пошти для ${brand}`,
    title: (name: string) => `Вітаємо, ${name}!`,
    body: 'Один клік — і вашу адресу підтверджено. Далі разом налаштуємо вашу компанію.',
    button: 'Підтвердити адресу',
    small: 'Посилання діє 24 години. Якщо ви не створювали обліковий запис, просто не зважайте на цей лист.',
  },
} as const;

export function confirmationLetter(
  user: { name: string; email: string; language: 'en' | 'ua' },
  url: string,
  brand: Brand,
): SystemLetter {
  const w = words[user.language];
  return {
    brand: brand.key,
    toName: user.name,
    toAddress: user.email,
    subject: w.subject(brand.name),
    html: letterHtml({
      brand,
      title: w.title(user.name),
      paragraphs: [w.body],
      button: { label: w.button, url },
      small: w.small,
    }),
    text: `${w.title(user.name)}\n\n${w.body}\n\n${url}\n\n${w.small}\n`,
  };
}
