import type { Language, LetterWords } from '#domain/people/index.ts';

/** That a mailbox cannot fetch, needing somebody or for hours, or why it cannot send, or that a messenger refuses its integration. */
export type Trouble =
  | 'mailbox'
  | 'fetching_waits'
  | 'signing_in'
  | 'sender'
  | 'sending'
  | 'sending_waits'
  | 'messenger';
type About = { name: string; company: string; url: string };

/** That a mailbox or a messenger needs somebody. What is wrong, in which words of its server, stands on its page. */
export function troubleLetter(language: Language, trouble: Trouble, about: About): LetterWords {
  const w = words[language];
  const title = w[titles[trouble]](about.name);
  return {
    language,
    subject: title,
    title,
    paragraphs: [...w[trouble]],
    button: { label: w.button, url: about.url },
    small: w.small(about.company),
  };
}

const titles = {
  mailbox: 'needsYou',
  messenger: 'needsYou',
  fetching_waits: 'cannotFetch',
  signing_in: 'cannotSend',
  sender: 'cannotSend',
  sending: 'cannotSend',
  sending_waits: 'cannotSend',
} as const satisfies Record<Trouble, string>;

const words = {
  en: {
    needsYou: (name: string) => `${name} needs you`,
    cannotFetch: (name: string) => `${name} cannot fetch its mail`,
    cannotSend: (name: string) => `${name} cannot send`,
    mailbox: [
      'For more than ten minutes no mail could be fetched there, and that will not pass by itself. What was sent to it meanwhile is not lost: it comes as soon as the mailbox works again. Its page says what is wrong and what helps.',
    ],
    fetching_waits: [
      'For more than two hours no mail could be fetched there: the server for incoming mail does not answer as it should. It is tried again and again. What was sent to it meanwhile is not lost: it comes as soon as the server answers.',
      'What helps: ask your mail provider whether the server is out of order. If it is not, check server, port and security on the page of the mailbox; it also says what the server answered.',
    ],
    signing_in: [
      'For more than ten minutes no letter could leave there: the server for outgoing mail does not let the mailbox sign in. What was answered meanwhile waits, and leaves by itself once it can, within five days.',
      'What helps: enter the user name and the password for sending again on the page of the mailbox. Gmail, Yahoo and iCloud want an app password there, not the usual one. A test letter, sent from the same page, shows at once whether it works.',
    ],
    sender: [
      'For more than ten minutes no letter could leave there: the server for outgoing mail does not let this account send from that address. What was answered meanwhile has not left. Each of these answers says so, and can be sent again.',
      'What helps: let the account send from this address, in the settings of your mail provider, or enter an account that may on the page of the mailbox. A test letter, sent from the same page, shows at once whether it works.',
    ],
    sending: [
      'For more than ten minutes no letter could leave there: the server for outgoing mail cannot be used the way it is set up. What was answered meanwhile waits, and leaves by itself once it can, within five days.',
      'What helps: check server, port and security for sending on the page of the mailbox. If they are right, your mail provider can tell why the server refuses; its own words stand on that page. A test letter, sent from there, shows at once whether it works.',
    ],
    sending_waits: [
      'For more than two hours letters have been waiting there to leave: the server for outgoing mail does not take them. They are tried again and again, for five days, and leave by themselves once it does.',
      'What helps: ask your mail provider whether the server is out of order. If it is not, check server and port for sending on the page of the mailbox; it also says what the server answered.',
    ],
    messenger: [
      'For more than ten minutes its messenger has refused it, and that will not pass by itself. Its page says what is wrong and what helps.',
    ],
    button: 'See what is wrong',
    small: (company: string) => `You get this letter because you administer ${company}.`,
  },
  ua: {
    needsYou: (name: string) => `${name} потребує вашої уваги`,
    cannotFetch: (name: string) => `${name} не може забрати свою пошту`,
    cannotSend: (name: string) => `${name} не може надсилати листи`,
    mailbox: [
      'Уже понад десять хвилин звідти не вдається забрати пошту, і само собою це не мине. Те, що надійшло за цей час, не втрачено: воно з’явиться, щойно скринька запрацює. На її сторінці сказано, що не так і що допоможе.',
    ],
    fetching_waits: [
      'Уже понад дві години звідти не вдається забрати пошту: сервер вхідної пошти не відповідає як слід. Ми пробуємо знову й знову. Те, що надійшло за цей час, не втрачено: воно з’явиться, щойно сервер відповість.',
      'Що допоможе: спитайте поштового постачальника, чи сервер справний. Якщо так, перевірте на сторінці скриньки сервер, порт і захист; там само сказано, що відповів сервер.',
    ],
    signing_in: [
      'Уже понад десять хвилин звідти не йде жоден лист: сервер вихідної пошти не дає скриньці увійти. Відповіді, написані за цей час, чекають і підуть самі, щойно вхід запрацює, протягом п’яти днів.',
      'Що допоможе: введіть ім’я користувача й пароль для надсилання ще раз на сторінці скриньки. Gmail, Yahoo та iCloud потребують тут пароля програми, а не звичайного. Пробний лист із тієї самої сторінки одразу покаже, чи все працює.',
    ],
    sender: [
      'Уже понад десять хвилин звідти не йде жоден лист: сервер вихідної пошти не дозволяє цьому обліковому запису надсилати з такої адреси. Відповіді, написані за цей час, не пішли. Біля кожної про це сказано, і її можна надіслати ще раз.',
      'Що допоможе: дозвольте обліковому запису надсилати з цієї адреси в налаштуваннях поштового постачальника або введіть на сторінці скриньки обліковий запис, якому це дозволено. Пробний лист із тієї самої сторінки одразу покаже, чи все працює.',
    ],
    sending: [
      'Уже понад десять хвилин звідти не йде жоден лист: із сервером вихідної пошти не вдається працювати так, як його налаштовано. Відповіді, написані за цей час, чекають і підуть самі, щойно він запрацює, протягом п’яти днів.',
      'Що допоможе: перевірте на сторінці скриньки сервер, порт і захист для надсилання. Якщо все правильно, поштовий постачальник скаже, чому сервер відмовляє; слова самого сервера є на тій сторінці. Пробний лист звідти одразу покаже, чи все працює.',
    ],
    sending_waits: [
      'Уже понад дві години листи чекають там на надсилання: сервер вихідної пошти їх не приймає. Ми пробуємо знову й знову, протягом п’яти днів, і вони підуть самі, щойно сервер їх прийме.',
      'Що допоможе: спитайте поштового постачальника, чи сервер справний. Якщо так, перевірте на сторінці скриньки сервер і порт для надсилання; там само сказано, що відповів сервер.',
    ],
    messenger: [
      'Уже понад десять хвилин месенджер відмовляє цій інтеграції в доступі, і само собою це не мине. На її сторінці сказано, що не так і що допоможе.',
    ],
    button: 'Подивитися, що не так',
    small: (company: string) => `Ви отримали цей лист, бо керуєте компанією «${company}».`,
  },
} as const;
