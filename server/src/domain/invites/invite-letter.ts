import { inviteDays } from '#contract/invites.ts';
import type { RoleName } from '#contract/privileges.ts';
import type { Language, LetterWords } from '../people/index.ts';

type About = { brand: string; company: string; team: string | null; inviter: string; role: RoleName; url: string };

/** Asks somebody who may never have heard of Parley to join a company. */
export function inviteLetter(language: Language, { brand, url, role, ...names }: About): LetterWords {
  const w = words[language];
  const name = presentable(names.company);
  const company = name && w.company(name);
  const team = names.team === null ? undefined : presentable(names.team);
  const inviter = presentable(names.inviter);
  return {
    language,
    subject: w.subject(company ?? brand),
    title: w.title(company ?? brand),
    paragraphs: [`${w.body(inviter ?? w.somebody, company ?? w.aCompany, team)}${w.as[role]}`, w.next(brand)],
    button: { label: w.button, url },
    small: w.small,
  };
}

/**
 * Names are chosen by whoever likes, and the letter goes to whoever they like: what a mail program could make a link of
 * is left out, so that nobody sends a lure in our name.
 */
export function presentable(name: string): string | undefined {
  const isLure = /[@/\\]|www|[\p{L}\d][.。․][\p{L}\d]{2}/iu.test(name);
  return isLure ? undefined : name;
}

const words = {
  en: {
    company: (name: string) => name,
    subject: (to: string) => `You are invited to ${to}`,
    title: (to: string) => `Join ${to}`,
    body: (inviter: string, company: string, team: string | undefined) =>
      `${inviter} invites you to answer the customers of ${company}${team ? `, in the team ${team}` : ''}.`,
    as: {
      agent: '',
      supervisor: ' You come as a supervisor.',
      admin: ' You come as an administrator.',
      owner: ' You come as an owner.',
    },
    next: (brand: string) =>
      `Follow the link and sign in to ${brand}, or create your account: a name and a password are enough.`,
    somebody: 'Somebody',
    aCompany: 'a company',
    button: 'Look at the invitation',
    small: `The link works once, for ${inviteDays} days, and for this address alone. If you do not know what this is about, ignore this letter and nothing happens.`,
  },
  ua: {
    /** In the genitive, as names are not declined. */
    company: (name: string) => `компанії «${name}»`,
    subject: (to: string) => `Вас запрошено до ${to}`,
    title: (to: string) => `Приєднайтеся до ${to}`,
    body: (inviter: string, company: string, team: string | undefined) =>
      `${inviter} запрошує вас разом відповідати клієнтам ${company}${team ? ` у команді «${team}»` : ''}.`,
    as: {
      agent: '',
      supervisor: ' Ваша роль — супервізор.',
      admin: ' Ваша роль — адміністратор.',
      owner: ' Ваша роль — власник.',
    },
    next: (brand: string) =>
      `Перейдіть за посиланням і ввійдіть у ${brand} або створіть обліковий запис: досить імені та пароля.`,
    somebody: 'Хтось',
    aCompany: 'однієї компанії',
    button: 'Переглянути запрошення',
    small: `Посилання діє один раз, протягом ${inviteDays} днів і лише для цієї адреси. Якщо ви не знаєте, про що мова, просто не зважайте на цей лист.`,
  },
} as const;
