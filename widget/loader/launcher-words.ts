import type { QuidgetLanguage } from '#contract/quidget-settings.ts';

export const launcherWords = {
  en: { open: 'Open the chat', close: 'Close the chat', unread: 'unread' },
  ua: { open: 'Відкрити чат', close: 'Закрити чат', unread: 'непрочитаних' },
} as const satisfies Record<QuidgetLanguage, unknown>;
