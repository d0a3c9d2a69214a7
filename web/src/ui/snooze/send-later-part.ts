import { lazyPart } from '../../api/fetch-part.ts';
import { learnLater } from '../../i18n/language.ts';

/** Reading what people type takes words that no ticket waits for. */
export const SendLaterPart = lazyPart(async () => {
  const [file] = await Promise.all([import('./send-later-menu.tsx'), learnLater('snooze')]);
  return { default: file.SendLaterMenu };
});
