import type { Language, LetterWords } from '../people/index.ts';

export const confirmationMinutes = 60;

/**
 * Asks to confirm the address of a new account. Anybody may type any address, so nothing in the letter is theirs, not even
 * the name: it would be a way to send words of one's own to strangers.
 */
export function confirmationLetter(language: Language, brand: string, url: string): LetterWords {
  const w = forNewAccount[language];
  return { ...w, language, subject: w.subject(brand), paragraphs: [w.body(brand)], button: { label: w.button, url } };
}

/** Asks somebody who has an account to confirm the address they want to change to. */
export function newAddressLetter(language: Language, brand: string, url: string): LetterWords {
  const w = forNewAddress[language];
  return { ...w, language, subject: w.subject(brand), paragraphs: [w.body(brand)], button: { label: w.button, url } };
}

const forNewAccount = {
  en: {
    subject: (brand: string) => `Confirm your e-mail address for ${brand}`,
    title: 'Is this your address?',
    body: (brand: string) =>
      `Somebody used it to create an account at ${brand}. If that was you, confirm the address, and we go on with your company.`,
    button: 'Confirm address',
    small: `The link works for ${confirmationMinutes} minutes. If you did not create an account, ignore this letter and nothing happens.`,
  },
  ua: {
    subject: (brand: string) => `Підтвердьте адресу електронної пошти для ${brand}`,
    title: 'Це ваша адреса?',
    body: (brand: string) =>
      `На неї щойно створили обліковий запис у ${brand}. Якщо це були ви, підтвердьте адресу, і перейдемо до вашої компанії.`,
    button: 'Підтвердити адресу',
    small: `Посилання діє ${confirmationMinutes} хвилин. Якщо ви не створювали обліковий запис, просто не зважайте на цей лист.`,
  },
} as const;

const forNewAddress = {
  en: {
    subject: (brand: string) => `Confirm your new e-mail address for ${brand}`,
    title: 'Your new address',
    body: (brand: string) =>
      `Confirm it, and your ${brand} account moves here: you sign in with this address, and our letters come to it.`,
    button: 'Confirm new address',
    small: `The link works for ${confirmationMinutes} minutes. If you do not know what this is about, ignore this letter and nothing happens.`,
  },
  ua: {
    subject: (brand: string) => `Підтвердьте нову адресу електронної пошти для ${brand}`,
    title: 'Ваша нова адреса',
    body: (brand: string) =>
      `Підтвердьте її, і ваш обліковий запис ${brand} перейде сюди: із цією адресою ви входитимете, на неї надходитимуть наші листи.`,
    button: 'Підтвердити нову адресу',
    small: `Посилання діє ${confirmationMinutes} хвилин. Якщо ви не знаєте, про що мова, просто не зважайте на цей лист.`,
  },
} as const;
