import { findQuotedLines, type MailLine } from './find-quoted-lines.ts';

export type SplitText = { visible: string; quoted: string };

/**
 * Splits a plain text into what is new and what repeats earlier mails. Nothing is lost: every line is in one of the
 * two. `visible` is empty only when the text is.
 */
export function splitQuotedText(text: string, about: { beginsThread?: boolean } = {}): SplitText {
  const lines = text.split('\n');
  const isQuoted = findQuotedLines(lines.map(readLine), about);
  const pick = (quoted: boolean) => lines.filter((_, at) => isQuoted[at] === quoted).join('\n');
  return { visible: trimBlankLines(pick(false)), quoted: trimBlankLines(pick(true)) };
}

const lineLengthMax = 1_000;

function readLine(line: string): MailLine {
  const start = line.slice(0, lineLengthMax);
  const marks = /^\s{0,3}>[>\s]*/.exec(start)?.[0] ?? '';
  return { text: start.slice(marks.length).trim(), quote: marks === '' ? null : 'sure' };
}

/** The spaces that begin the first line stay: they may be its layout. */
function trimBlankLines(text: string): string {
  return text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
}
