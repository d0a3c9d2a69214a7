import type { QuidgetLanguage } from '#contract/quidget-settings.ts';

export const launcherWords = { en: 'Open the chat', ua: 'Відкрити чат' } as const satisfies Record<
  QuidgetLanguage,
  string
>;
