import type { QuidgetLanguage } from './quidget-settings.ts';

/** What stands on the page before anybody asks: apart from all other words, because every page of a site loads them. */
export const launcherWords = {
  en: { launcher: 'Chat with us', open: 'Open the chat', close: 'Close the chat', unread: 'unread', hide: 'Hide' },
  ua: { launcher: 'Напишіть нам', open: 'Відкрити чат', close: 'Закрити чат', unread: 'непрочитаних', hide: 'Сховати' },
} as const satisfies Record<QuidgetLanguage, unknown>;
