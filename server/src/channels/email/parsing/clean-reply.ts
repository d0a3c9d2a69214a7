import { htmlToText } from './html-to-text.ts';
import { sanitizeReplyHtml } from './sanitize-reply-html.ts';

export type CleanReply = { html: string; text: string };

/** What an agent's editor sent, as it is stored and sent. Costs up to a second for half a million letters. */
export function cleanReply(written: string): CleanReply {
  const html = sanitizeReplyHtml(written);
  return { html, text: htmlToText(html) };
}
