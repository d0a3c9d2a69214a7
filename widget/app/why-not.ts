import { Refused } from '../talk/transport.ts';
import type { Words } from './words-en.ts';

/** What the visitor is told of a try that failed: the word for what the server said, where there is one. */
export const whyNot = (error: unknown, words: Words): string =>
  error instanceof Refused ? (words[error.message as 'refused'] ?? words.refused) : words.unsent;
