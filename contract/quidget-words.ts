import type { QuidgetLanguage, QuidgetSettings, QuidgetText } from './quidget-settings.ts';

/** What visitors read where the company wrote nothing of its own. The title is the quidget's. */
export const quidgetWords: Readonly<Record<QuidgetLanguage, Readonly<Record<Exclude<QuidgetText, 'title'>, string>>>> =
  {
    en: {
      greeting: 'Hello. How can we help?',
      intro: 'Write to us here. A person reads it and answers.',
      launcher: 'Chat with us',
      placeholder: 'Write a message',
      question: 'What is it about?',
      offline: 'We are away right now. Leave a message, and we answer as soon as we are back.',
      thanks: 'Your message has arrived. We answer as soon as we are back.',
      consent: 'We keep this conversation in order to answer you.',
      rating: 'How did we do?',
      choices: '',
    },
    ua: {
      greeting: 'Вітаємо. Чим допомогти?',
      intro: 'Пишіть сюди. Прочитає та відповість людина.',
      launcher: 'Напишіть нам',
      placeholder: 'Напишіть повідомлення',
      question: 'Про що мова?',
      offline: 'Зараз нас немає на місці. Залиште повідомлення, і ми відповімо, щойно повернемося.',
      thanks: 'Повідомлення надійшло. Відповімо, щойно повернемося.',
      consent: 'Ми зберігаємо цю розмову, щоб вам відповісти.',
      rating: 'Як ми впоралися?',
      choices: '',
    },
  };

/** Every text as visitors read it: the company's own, or the usual one. */
export function shownTexts({ texts }: QuidgetSettings, title: string): QuidgetSettings['texts'] {
  const filled = (language: QuidgetLanguage): QuidgetSettings['texts']['en'] => {
    const own = texts[language];
    const usual: Record<string, string> = { title, ...quidgetWords[language] };
    return Object.fromEntries(
      Object.entries(own).map(([name, text]) => [name, text.trim() || (usual[name] ?? '')]),
    ) as typeof own; // of the very names that it had
  };
  return { en: filled('en'), ua: filled('ua') };
}
