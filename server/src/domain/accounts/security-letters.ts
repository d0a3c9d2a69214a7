import { letterHtml, type SystemLetter } from '#platform/system-letter.ts';
import type { House } from '../people/index.ts';
import type { DeviceInWords } from './describe-device.ts';

export type Addressee = { readonly name: string; readonly email: string; readonly language: 'en' | 'ua' };

type Words = { subject: string; paragraphs: string[]; button: string; small: string };

const hello = { en: (name: string) => `Hello ${name},`, ua: (name: string) => `Вітаємо, ${name}!` };

/** Somebody tried too often: the owner may go on at once, and others may not. */
export function lockedLetter(
  to: Addressee,
  the: { ip: string; key: string; minutes: number },
  house: House,
): SystemLetter {
  const words: Record<'en' | 'ua', Words> = {
    en: {
      subject: 'Sign-in to your account is locked for a while',
      paragraphs: [
        `from the address ${the.ip} somebody gave a wrong password or code too often. From there your account is locked for ${the.minutes} minutes; everywhere else you can sign in as always.`,
        'If it was you, unlock it and try again.',
      ],
      button: 'Unlock my account',
      small: 'The link works once, for an hour. If it was not you, do nothing: the lock did its work.',
    },
    ua: {
      subject: 'Вхід до вашого облікового запису тимчасово заблоковано',
      paragraphs: [
        `З адреси ${the.ip} надто багато разів вводили неправильний пароль або код. Звідти ваш обліковий запис заблоковано на ${the.minutes} хв; з інших місць ви можете входити, як завжди.`,
        'Якщо це були ви, розблокуйте вхід і спробуйте ще раз.',
      ],
      button: 'Розблокувати вхід',
      small:
        'Посилання спрацює один раз протягом години. Якщо це були не ви, нічого не робіть: блокування вас захистило.',
    },
  };
  return letter(to, words[to.language], `${house.publicUrl}/v1/unlock/${the.key}`, house);
}

/** Somebody signed in with a browser that this account has not been seen with. */
export function newDeviceLetter(to: Addressee, device: DeviceInWords, house: House): SystemLetter {
  const country =
    device.country && new Intl.DisplayNames(to.language === 'ua' ? 'uk' : 'en', { type: 'region' }).of(device.country);
  const place = [device.ip, country].filter(Boolean).join(', ');
  const words: Record<'en' | 'ua', Words> = {
    en: {
      subject: 'A new device signed in to your account',
      paragraphs: [
        `your account was just opened with ${nameOf(device, 'en')} from ${place || 'an unknown address'}.`,
        'If that was you, all is well. If not, end that session and change your password now.',
      ],
      button: 'Look at my sessions',
      small: 'We write when a browser signs in that was not used with your account before.',
    },
    ua: {
      subject: 'Вхід до вашого облікового запису з нового пристрою',
      paragraphs: [
        `Щойно до вашого облікового запису ввійшли: ${nameOf(device, 'ua')}, ${place || 'невідома адреса'}.`,
        'Якщо це ви — усе гаразд. Якщо ні — негайно завершіть цей сеанс і змініть пароль.',
      ],
      button: 'Переглянути мої сеанси',
      small: 'Ми пишемо, коли входять із браузера, у якому ваш обліковий запис ще не відкривали.',
    },
  };
  return letter(to, words[to.language], `${house.publicUrl}/v1/security`, house);
}

/** Told always, since a stranger who has it shuts the owner out. */
export function twoFactorOnLetter(to: Addressee, house: House): SystemLetter {
  const words: Record<'en' | 'ua', Words> = {
    en: {
      subject: 'Two-factor sign-in was turned on',
      paragraphs: [
        'from now on signing in to your account asks for a code of your authenticator, too. You were signed out everywhere else.',
        'If it was not you, somebody else is in your account: change your password now, and ask whoever administers your company to reset your two-factor sign-in.',
      ],
      button: 'Look at my security',
      small: 'Keep the recovery codes where you find them without your phone.',
    },
    ua: {
      subject: 'Двофакторний вхід увімкнено',
      paragraphs: [
        'Відтепер для входу до вашого облікового запису потрібен ще й код з автентифікатора. На всіх інших пристроях сеанси завершено.',
        'Якщо це були не ви, до вашого облікового запису потрапив хтось інший: негайно змініть пароль і попросіть адміністратора вашої компанії скинути ваш двофакторний вхід.',
      ],
      button: 'Переглянути мою безпеку',
      small: 'Зберігайте коди відновлення там, де знайдете їх без телефона.',
    },
  };
  return letter(to, words[to.language], `${house.publicUrl}/v1/security`, house);
}

/** Two-factor is no more: told always, since whoever had got in would want it so. */
export function twoFactorOffLetter(to: Addressee, the: { by: 'self' | 'admin' }, house: House): SystemLetter {
  const words: Record<'en' | 'ua', Words> = {
    en: {
      subject: 'Two-factor sign-in was turned off',
      paragraphs:
        the.by === 'self'
          ? [
              'your account is now opened by the password alone.',
              'If it was not you, change your password now and turn two-factor on again.',
            ]
          : [
              'somebody who administers your company turned your two-factor sign-in off and signed you out everywhere. That is what one does for a lost phone.',
              'Sign in with your password and set it up anew. If you did not ask for this, talk to your administrator.',
            ],
      button: the.by === 'self' ? 'Check my security' : 'Set it up again',
      small: 'Recovery codes and trusted devices of before are void.',
    },
    ua: {
      subject: 'Двофакторний вхід вимкнено',
      paragraphs:
        the.by === 'self'
          ? [
              'Тепер ваш обліковий запис відкриває сам лише пароль.',
              'Якщо це були не ви, негайно змініть пароль і знову ввімкніть двофакторний вхід.',
            ]
          : [
              'Адміністратор вашої компанії вимкнув ваш двофакторний вхід і завершив усі ваші сеанси. Так роблять, коли загублено телефон.',
              'Увійдіть із паролем і налаштуйте його знову. Якщо ви про це не просили, зверніться до адміністратора.',
            ],
      button: the.by === 'self' ? 'Перевірити безпеку' : 'Налаштувати знову',
      small: 'Попередні коди відновлення та довірені пристрої більше не діють.',
    },
  };
  return letter(to, words[to.language], `${house.publicUrl}/v1/security`, house);
}

function nameOf({ browser, system }: DeviceInWords, language: 'en' | 'ua'): string {
  if (!browser) return system ?? { en: 'an unknown program', ua: 'невідома програма' }[language];
  if (!system) return browser;
  return { en: `${browser} on ${system}`, ua: `${browser} на ${system}` }[language];
}

function letter(to: Addressee, w: Words, url: string, { brand }: House): SystemLetter {
  const title = hello[to.language](to.name);
  return {
    brand: brand.key,
    toName: to.name,
    toAddress: to.email,
    subject: `${w.subject} — ${brand.name}`,
    html: letterHtml({
      ...{ brand, language: to.language, title },
      ...{ paragraphs: w.paragraphs, button: { label: w.button, url }, small: w.small },
    }),
    text: `${[title, ...w.paragraphs, url, w.small].join('\n\n')}\n`,
  };
}
