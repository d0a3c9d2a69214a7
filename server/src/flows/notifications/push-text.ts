import type { PushMessage } from '#contract/push.ts';
import type { Recipient } from '#domain/people/index.ts';
import { shortened } from '#platform/cut-letters.ts';
import { notificationWords } from './notification-words.ts';
import { pathOf, type ToldRow } from './push-queries.ts';

const titleLengthMax = 120;
const wordsLengthMax = 160;

/**
 * What a device shows. Nobody knows who looks at it: words of customers only where neither the person nor the company
 * objects, and nothing at all of a company that may not be reached from everywhere.
 */
export function pushText(told: ToldRow, recipient: Recipient, brand: string, mayReadWords: boolean): PushMessage {
  const { language, push_preview } = recipient.settings;
  const { whole, bare, hidden } = notificationWords[language];
  const at = told.added.getTime();
  if (told.is_restricted) return { title: brand, body: hidden, path: '/v1/tickets', tag: 'tickets', at };
  const about = { who: told.who, number: told.case_number };
  // Push services take 32 characters (RFC 8030, section 5.4).
  const tag = told.letter_id === null ? `ticket-${told.ticket_id}` : told.letter_id.replaceAll('-', '');
  const place = { path: pathOf(told), tag, at };
  if (push_preview === 0 || !told.shows_words) return { ...place, title: bare[told.kind](about), body: '' };
  const words = mayReadWords && told.words ? `\n${shownOf(told.words, wordsLengthMax)}` : '';
  return {
    ...place,
    title: shownOf(whole[told.kind](about), titleLengthMax),
    body: `${shownOf(told.title, titleLengthMax)}${words}`,
  };
}

export function trialText(recipient: Recipient): PushMessage {
  const words = notificationWords[recipient.settings.language].try;
  return { ...words, path: '/v1/settings#notifications', tag: 'try', at: Date.now() };
}

const shownOf = (text: string, lengthMax: number): string =>
  shortened(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    lengthMax,
  );
