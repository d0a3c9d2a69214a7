import type { QuidgetLanguage, QuidgetText } from './quidget-settings.ts';

/** What visitors read where the company wrote nothing of its own. The title is the quidget's. */
export const quidgetWords: Readonly<Record<QuidgetLanguage, Readonly<Record<Exclude<QuidgetText, 'title'>, string>>>> =
  {
    en: {
      greeting: 'Hello. How can we help?',
      intro: 'Write to us here. A person reads it and answers.',
      launcher: 'Chat with us',
      placeholder: 'Write a message',
      question: 'What is it about?',
      offline: 'We are away right now. Leave a message, and we answer by e-mail.',
      thanks: 'Your message has arrived. We answer as soon as we are back.',
      consent: 'We keep this conversation in order to answer you.',
      rating: 'How did we do?',
    },
    ua: {
      greeting: 'Вітаємо. Чим допомогти?',
      intro: 'Пишіть сюди. Прочитає та відповість людина.',
      launcher: 'Напишіть нам',
      placeholder: 'Напишіть повідомлення',
      question: 'Про що мова?',
      offline: 'Зараз нас немає на місці. Залиште повідомлення, і ми відповімо листом.',
      thanks: 'Повідомлення надійшло. Відповімо, щойно повернемося.',
      consent: 'Ми зберігаємо цю розмову, щоб вам відповісти.',
      rating: 'Як ми впоралися?',
    },
  };

/** What the chat itself says, in words that nobody changes. */
export const quidgetLabels: Readonly<Record<QuidgetLanguage, Readonly<Record<QuidgetLabel, string>>>> = {
  en: {
    online: 'We are here',
    away: 'Away at the moment',
    start: 'Start a conversation',
    leave: 'Leave a message',
    recent: 'Last conversation',
    name: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    message: 'Message',
    optional: 'optional',
    send: 'Send',
    attach: 'Attach a file',
    close: 'Close',
    open: 'Open the chat',
    privacy: 'Privacy policy',
    good: 'Good',
    bad: 'Bad',
  },
  ua: {
    online: 'Ми на місці',
    away: 'Зараз нас немає',
    start: 'Почати розмову',
    leave: 'Залишити повідомлення',
    recent: 'Остання розмова',
    name: 'Ім’я',
    email: 'Електронна пошта',
    phone: 'Телефон',
    message: 'Повідомлення',
    optional: 'необов’язково',
    send: 'Надіслати',
    attach: 'Додати файл',
    close: 'Закрити',
    open: 'Відкрити чат',
    privacy: 'Політика приватності',
    good: 'Добре',
    bad: 'Погано',
  },
};
type QuidgetLabel =
  | 'online'
  | 'away'
  | 'start'
  | 'leave'
  | 'recent'
  | 'name'
  | 'email'
  | 'phone'
  | 'message'
  | 'optional'
  | 'send'
  | 'attach'
  | 'close'
  | 'open'
  | 'privacy'
  | 'good'
  | 'bad';
