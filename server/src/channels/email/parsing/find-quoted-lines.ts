import {
  attributionStrength,
  type HeaderLabel,
  headerLabel,
  isForwardedLine,
  isMobileFooter,
  isOriginalMessageLine,
  isReplyMarker,
  opensAttribution,
} from './quote-phrases.ts';

/** A line of a mail, from its text or its HTML. */
export type MailLine = {
  /** Without quote marks, trimmed. */
  text: string;
  /** `sure` when marked as a quote of a mail (`>`, a cite), `indented` when it merely stands apart. */
  quote: 'sure' | 'indented' | null;
  /** The mail program says: this introduces a quote. */
  introduces?: boolean;
  /** The mail program says: from here on it is the earlier mail. */
  startsEarlierMail?: boolean;
  /** Something to see although there is no text. */
  hasImage?: boolean;
};

/**
 * Tells which lines repeat earlier mails. When in doubt a line is new: answers between quoted lines keep everything,
 * forwarded mails are news, and a mail is never all quote. Before a mail that begins a thread there was none: what programs
 * repeat below it was forwarded.
 */
export function findQuotedLines(lines: MailLine[], { beginsThread = false } = {}): boolean[] {
  const end = startOfEarlierMail(lines);
  if (beginsThread && end < lines.length && isRepeated(lines, end)) return lines.map(() => false);
  const quoted = lines.map((_, at) => at >= end);
  const block = quotedBlock(lines, end);
  if (block) quoted.fill(true, block.start, block.end);
  addFooters(lines, quoted);
  const shows = (wanted: boolean) => lines.some((line, at) => quoted[at] === wanted && !isBlank(line));
  return shows(true) && shows(false) ? quoted : quoted.fill(false);
}

function isBlank(line: MailLine): boolean {
  return line.text === '' && !line.hasImage;
}

/** The first line of an earlier mail that runs to the end without quote marks, or the number of lines. */
function startOfEarlierMail(lines: MailLine[]): number {
  for (const [at, line] of lines.entries()) {
    if (line.startsEarlierMail) return at;
    if (line.quote === 'sure' || line.text === '') continue;
    if (isForwardedLine(line.text)) return lines.length;
    if (isReplyMarker(line.text) || isOriginalMessageLine(line.text)) return at;
    if (isHeaderBlock(lines, at)) return withSeparator(lines, at);
    const attribution = attributionEndingAt(lines, at);
    if (attribution?.strength === 'certain' && !isFollowedByQuote(lines, at)) return attribution.start;
  }
  return lines.length;
}

/** Set off as programs do, and not by words about who wrote when. */
function isRepeated(lines: MailLine[], at: number): boolean {
  const text = lines[at]?.text ?? '';
  if (lines[at]?.startsEarlierMail || isOriginalMessageLine(text)) return true;
  const block = lines.findIndex((line, i) => i >= at && headerLabel(line.text) !== null);
  return block !== -1 && isHeaderBlock(lines, block) && withSeparator(lines, block) === at;
}

const headerBlockLinesMax = 8;

/** `From: … Sent: … To: … Subject: …`, as Outlook repeats them, in any order after the first. */
function isHeaderBlock(lines: MailLine[], at: number): boolean {
  const first = headerLabel(lines[at]?.text ?? '');
  if (first !== 'from' && first !== 'sent') return false;
  const found = new Set<HeaderLabel>([first]);
  let hasAddress = false;
  for (const line of lines.slice(at, at + headerBlockLinesMax)) {
    const label = headerLabel(line.text);
    if (label) found.add(label);
    if (label && line.text.includes('@')) hasAddress = true;
  }
  // People write such lines too, of a way from here to there: programs name a moment or an address.
  const isWhole = found.has('from') && (found.has('sent') || (found.has('to') && hasAddress));
  return isWhole && (found.has('subject') || (hasAddress && found.size >= 3));
}

/** The line of dashes above belongs to the block. */
function withSeparator(lines: MailLine[], at: number): number {
  let above = at - 1;
  while (above >= 0 && lines[above]?.text === '') above--;
  return /^[-_=*\s]{5,}$/.test(lines[above]?.text.slice(0, 200) ?? '') ? above : at;
}

const attributionLinesMax = 3;
const attributionLengthMax = 400;

type Attribution = { start: number; strength: 'certain' | 'likely' };

/** An introduction such as `On Friday … Anna wrote:` whose last line is this one, however it was wrapped. */
function attributionEndingAt(lines: MailLine[], at: number): Attribution | null {
  const last = lines[at];
  if (!last || last.quote === 'sure' || last.text === '') return null;
  if (last.introduces) return { start: firstIntroducing(lines, at), strength: 'certain' };
  let words = '';
  for (let start = at; start > at - attributionLinesMax && start >= 0; start--) {
    const text = lines[start]?.text ?? '';
    if (text === '' || lines[start]?.quote === 'sure' || text.length > attributionLengthMax) return null;
    words = words === '' ? text : `${text} ${words}`;
    const strength = attributionStrength(words);
    if (strength) return { start: opensAttribution(lines[start - 1]?.text ?? '') ? start - 1 : start, strength };
  }
  return null;
}

function firstIntroducing(lines: MailLine[], at: number): number {
  let start = at;
  while (lines[start - 1]?.introduces) start--;
  return start;
}

function isFollowedByQuote(lines: MailLine[], at: number): boolean {
  const next = lines.find((line, i) => i > at && !isBlank(line));
  return next !== undefined && next.quote !== null;
}

/**
 * The one block of quoted lines before `end`, with its introduction. Null when there is none, when new lines stand
 * between quoted ones (each answers the one above it), and when a quote without introduction stands anywhere but at the
 * end (it is what the words below are about).
 */
function quotedBlock(lines: MailLine[], end: number): { start: number; end: number } | null {
  const considered = lines.slice(0, end);
  const first = considered.findIndex((line) => line.quote !== null && !isBlank(line));
  if (first === -1) return null;
  const introduction = introductionAbove(lines, first) ?? introductionInside(considered, first);
  const isQuote = (line: MailLine) => line.quote === 'sure' || (line.quote === 'indented' && introduction !== null);
  const last = considered.findLastIndex((line) => isQuote(line) && !isBlank(line));
  if (last === -1 || considered.findIndex((line) => isForwardedLine(line.text)) !== -1) return null;
  const start = introduction ?? considered.findIndex(isQuote);
  for (let at = Math.max(first, start); at < last; at++) {
    const line = lines[at];
    if (line && !isBlank(line) && !isQuote(line) && !attributionCovers(lines, at)) return null;
  }
  const standsAtEnd = !considered.slice(0, start).every(isBlank) && considered.slice(last + 1).every(isBlank);
  return introduction !== null || standsAtEnd ? { start, end: last + 1 } : null;
}

function introductionAbove(lines: MailLine[], quote: number): number | null {
  let above = quote - 1;
  while (above >= 0 && isBlank(lines[above] as MailLine)) above--;
  return above < 0 ? null : (attributionEndingAt(lines, above)?.start ?? null);
}

/** Mail.ru begins the block that it indents with who wrote when. */
function introductionInside(lines: MailLine[], first: number): number | null {
  for (let at = first; at < first + attributionLinesMax && lines[at]?.quote === 'indented'; at++) {
    if (attributionEndingAt(lines, at)?.start === first) return first;
  }
  return null;
}

function attributionCovers(lines: MailLine[], at: number): boolean {
  for (let end = at; end < at + attributionLinesMax; end++) {
    const attribution = attributionEndingAt(lines, end);
    if (attribution && attribution.start <= at) return true;
  }
  return false;
}

/** 'Sent from my iPhone' and blank lines right above a quote, or at the end, go with it. */
function addFooters(lines: MailLine[], quoted: boolean[]): void {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at];
    const isAboveQuote = at === lines.length - 1 || quoted[at + 1];
    if (line && !quoted[at] && isAboveQuote && (isBlank(line) || isMobileFooter(line.text))) quoted[at] = true;
  }
}
