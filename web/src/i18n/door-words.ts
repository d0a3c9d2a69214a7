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
