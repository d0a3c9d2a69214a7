import type { Message } from './message.ts';

/** The words of a letter as a quotation that can be cut and answered line by line. */
export function quoteOf({ body_text: text }: Pick<Message, 'body_text'>): string {
  const lines = text.trim().split(/\r?\n/).slice(0, linesMax);
  return `<blockquote>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</blockquote><p></p>`;
}

const linesMax = 200;
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
