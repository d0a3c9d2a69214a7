/**
 * The sections of words that signed-out pages speak with. They come first; all others come with the desk.
 * `door-words.test.ts` tells which are missing here, and which need not be.
 */
export const doorSections: readonly string[] = [
  'common',
  'time',
  'size',
  'language',
  'account',
  'not_found',
  'forbidden',
  'denied',
  'legal',
  'crash',
  'door',
  'sign_in',
  'lock',
  'second_step',
  'unlock',
  'register',
  'confirmation',
  'confirmed',
  'errors',
  'wait',
  'problem',
  'sso',
  'recovery',
  'missing',
  'invited',
];

/** Sections of pages that few people open: each comes with its own pages, whose routes wait for it (`learnLater`). */
export const laterSections = [
  'quidget',
  'integrations',
  'operators',
  'sender_domain',
  'csv',
  'dependents',
  'disable',
  'merge',
  'snooze',
  'audit',
  'push',
  'archive',
  'phones',
  'calendar',
  'mail_log',
  'mailbox',
  'member',
  'settings',
  'search',
  'palette',
  'customer_page',
  'compose',
  'writing',
  'chat_facts',
  'forever',
  'side',
  'visitors',
  'ai',
  'phone_list',
] as const;
export type LaterSection = (typeof laterSections)[number];
/** What is fetched at once. */
export type WordsPart = 'door' | 'desk' | LaterSection;

export const partOfSection = (section: string): WordsPart =>
  doorSections.includes(section) ? 'door' : (laterSections.find((one) => one === section) ?? 'desk');
