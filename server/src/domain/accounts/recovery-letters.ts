import type { House, Language, LetterWords } from '../people/index.ts';

export const resetMinutes = 60;
export const undoHours = 72;

/** The way back for somebody who forgot the password, or whose password was made void. */
export function resetLetter(language: Language, brand: string, url: string): LetterWords {
  const w = forReset[language];
  return { ...w, language, subject: w.subject(brand), paragraphs: [w.body], button: { label: w.button, url } };
}

/** Tells the owner that the password is another one now, and what became of their API tokens. */
export function passwordChangedLetter(
  language: Language,
  { brand, publicUrl }: House,
  { revoked = 0, kept = 0 }: { revoked?: number; kept?: number },
): LetterWords {
  const w = forPasswordChanged[language];
  const ofTokens = [...(revoked > 0 ? [w.revoked(revoked)] : []), ...(kept > 0 ? [w.kept(kept)] : [])];
  return {
    ...w,
    language,
    subject: w.subject(brand.name),
    paragraphs: [w.body, ...ofTokens],
    button: { label: w.button, url: `${publicUrl}/v1/forgot` },
  };
}

/** Tells the old address that the account has left it, and how to take that back. */
export function addressChangedLetter(language: Language, brand: string, newAddress: string, url: string): LetterWords {
  const w = forAddressChanged[language];
  return {
    ...w,
    language,
    subject: w.subject(brand),
    paragraphs: [w.body(newAddress), w.undo],
    button: { label: w.button, url },
  };
}

const forReset = {
  en: {
    subject: (brand: string) => `Choose a new password for ${brand}`,
    title: 'A new password',
    body: 'Follow the link and choose a new password. Everybody who is signed in to your account will be signed out.',
    button: 'Choose a new password',
    small: `The link works once, for ${resetMinutes} minutes. If you did not ask for it, ignore this letter: your password stays as it is.`,
  },
  ua: {
    subject: (brand: string) => `Виберіть новий пароль для ${brand}`,
    title: 'Новий пароль',
    body: 'Перейдіть за посиланням і виберіть новий пароль. Усі відкриті сеанси вашого облікового запису буде завершено.',
    button: 'Вибрати новий пароль',
    small: `Посилання діє один раз, протягом ${resetMinutes} хвилин. Якщо ви про нього не просили, не зважайте на цей лист: пароль залишиться тим самим.`,
  },
} as const;

const forPasswordChanged = {
  en: {
    subject: (brand: string) => `Your ${brand} password was changed`,
    title: 'Your password was changed',
    body: 'If that was you, all is well. If it was not, choose a new one at once: that signs out everybody else and revokes your API tokens.',
    revoked: (count: number) =>
      `All your API tokens (${count}) were revoked too: programs that used them need new ones.`,
    kept: (count: number) =>
      `Your API tokens (${count}) go on working. Revoke those that you do not know on the page ‘API tokens’.`,
    button: 'It was not me',
    small: 'This letter goes out whenever the password of your account changes.',
  },
  ua: {
    subject: (brand: string) => `Пароль до ${brand} змінено`,
    title: 'Ваш пароль змінено',
    body: 'Якщо це були ви, усе гаразд. Якщо ні, негайно виберіть новий: тоді всі сторонні сеанси буде завершено, а токени API відкликано.',
    revoked: (count: number) =>
      `Також відкликано всі ваші токени API (${count}): програмам, які ними користувалися, потрібні нові.`,
    kept: (count: number) => `Ваші токени API (${count}) і далі діють. Незнайомі відкличте на сторінці «Токени API».`,
    button: 'Це не я',
    small: 'Такий лист надходить щоразу, коли змінюється пароль вашого облікового запису.',
  },
} as const;

const forAddressChanged = {
  en: {
    subject: (brand: string) => `The address of your ${brand} account was changed`,
    title: 'Your account has a new address',
    body: (address: string) => `You sign in with ${address} from now on. If that was you, there is nothing to do.`,
    undo: 'If it was not, take it back: your account returns to this address, everybody is signed out, and we send you a letter with which you choose a new password.',
    button: 'It was not me',
    small: `The link works for ${undoHours} hours.`,
  },
  ua: {
    subject: (brand: string) => `Адресу вашого облікового запису ${brand} змінено`,
    title: 'У вашого облікового запису нова адреса',
    body: (address: string) => `Відтепер ви входите з адресою ${address}. Якщо це були ви, нічого робити не треба.`,
    undo: 'Якщо ні, скасуйте це: обліковий запис повернеться на цю адресу, усі сеанси буде завершено, а ми надішлемо вам листа, щоб вибрати новий пароль.',
    button: 'Це не я',
    small: `Посилання діє ${undoHours} години.`,
  },
} as const;
