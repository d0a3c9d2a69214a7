/**
 * What somebody types into a search, read: words, phrases in quotation marks, operators (`from:hanna`), each of which a
 * minus turns round, and `#4318`. Pure: the desk reads it while it is typed, the server before it looks.
 */

/** Words beyond these find nothing that fewer would not. */
export const searchTermsMax = 16;

/** The operators, by the names people write in either language; the first of each language is the one that is offered. */
export const searchOperators = {
  from: { en: ['from'], uk: ['від'] },
  to: { en: ['to'], uk: ['кому'] },
  status: { en: ['status'], uk: ['стан', 'статус'] },
  before: { en: ['before'], uk: ['до', 'раніше'] },
  after: { en: ['after'], uk: ['після'] },
  has: { en: ['has'], uk: ['має', 'є'] },
  tag: { en: ['tag'], uk: ['тег'] },
  in: { en: ['in'], uk: ['у', 'в'] },
  team: { en: ['team'], uk: ['команда'] },
  assignee: { en: ['assignee'], uk: ['виконавець', 'виконавиця'] },
  channel: { en: ['channel'], uk: ['канал'] },
} as const;
export type SearchOperator = keyof typeof searchOperators;
export const searchOperatorNames = Object.keys(searchOperators) as SearchOperator[];

/** Values that are a choice, by what people write for them. */
export const searchChoices = {
  status: {
    open: ['open', 'new', 'відкритий', 'відкрите', 'відкриті', 'новий', 'нові'],
    snoozed: ['snoozed', 'відкладений', 'відкладене', 'відкладені'],
    answered: ['answered', 'відповіли', 'відповідь'],
    resolved: ['resolved', 'closed', 'вирішений', 'вирішене', 'вирішені', 'закриті'],
  },
  has: {
    attachment: ['attachment', 'attachments', 'file', 'вкладення', 'файл'],
    /** Of the person who asks. */
    draft: ['draft', 'drafts', 'чернетка', 'чернетки'],
  },
  /** Other values of `in` are products. */
  in: {
    open: ['open', 'inbox', 'відкриті'],
    mine: ['mine', 'мої'],
    unassigned: ['unassigned', 'нічиї'],
    snoozed: ['snoozed', 'відкладені'],
    answered: ['answered', 'відповіли'],
    resolved: ['resolved', 'вирішені'],
    spam: ['spam', 'спам'],
    trash: ['trash', 'кошик'],
    everywhere: ['everywhere', 'all', 'усюди', 'всюди'],
  },
  /** Other values of `assignee` are people. */
  assignee: { me: ['me', 'я', 'мені'], none: ['none', 'nobody', 'ніхто', 'нікому'] },
  channel: {
    mail: ['e-mail', 'email', 'mail', 'пошта', 'лист', 'листи'],
    chat: ['chat', 'чат'],
    telegram: ['telegram', 'телеграм'],
    viber: ['viber', 'вайбер'],
    whatsapp: ['whatsapp', 'ватсап', 'вотсап'],
    phone: ['phone', 'call', 'телефон', 'дзвінок', 'дзвінки'],
  },
} as const;

/** Where it stands in what was typed. */
type Span = { readonly from: number; readonly to: number };
export type SearchWords = Span & {
  readonly text: string;
  /** It stood in quotation marks: as it is, word after word. */
  readonly isExact: boolean;
  readonly isNegated: boolean;
};
export type SearchFilter = Span & {
  readonly operator: SearchOperator;
  /** As typed; of a choice its key, of a date `YYYY-MM-DD`. */
  readonly value: string;
  /** The value is one of a choice: `in:spam`, as against `in:"Oak tables"`. */
  readonly isChoice: boolean;
  readonly isNegated: boolean;
};
export type SearchProblem = Span & {
  readonly key: 'search_unknown_operator' | 'search_value_missing' | 'search_unknown_value' | 'search_too_many_words';
  readonly operator: string;
  readonly value: string;
};
export type SearchQuery = {
  readonly words: readonly SearchWords[];
  readonly filters: readonly SearchFilter[];
  /** Of a ticket: `#4318`. */
  readonly numbers: readonly (Span & { readonly number: number; readonly isNegated: boolean })[];
  readonly problems: readonly SearchProblem[];
};

/** Days are told from this one: `before:yesterday`. */
export function readSearchQuery(typed: string, today = new Date()): SearchQuery {
  const query = {
    words: [] as SearchWords[],
    filters: [] as SearchFilter[],
    numbers: [] as { number: number; isNegated: boolean; from: number; to: number }[],
    problems: [] as SearchProblem[],
  };
  for (const piece of piecesOf(typed)) {
    const { from, to, isNegated } = piece;
    if (piece.operator === undefined) {
      const number = piece.isExact ? undefined : /^#(\d{1,9})$/.exec(piece.text)?.[1];
      if (number !== undefined) query.numbers.push({ number: Number(number), isNegated, from, to });
      else if (/[\p{L}\p{N}]/u.test(piece.text))
        query.words.push({ text: piece.text, isExact: piece.isExact, isNegated, from, to });
      continue;
    }
    const operator = operatorNamed(piece.operator);
    const problem = (key: SearchProblem['key']) =>
      query.problems.push({ key, operator: piece.operator ?? '', value: piece.text, from, to });
    if (!operator) problem('search_unknown_operator');
    else if (piece.text === '') problem('search_value_missing');
    else {
      const read = readValue(operator, piece.text, today);
      if (read) query.filters.push({ operator, ...read, isNegated, from, to });
      else problem('search_unknown_value');
    }
  }
  const many = query.words.length + query.filters.length + query.numbers.length;
  if (many > searchTermsMax)
    query.problems.push({ key: 'search_too_many_words', operator: '', value: '', from: 0, to: typed.length });
  return query;
}

export const isEmptySearch = ({ words, filters, numbers }: SearchQuery): boolean =>
  words.length + filters.length + numbers.length === 0;

export function operatorNamed(name: string): SearchOperator | undefined {
  const wanted = name.toLowerCase();
  return searchOperatorNames.find((one) =>
    [...searchOperators[one].en, ...searchOperators[one].uk].some((known) => known === wanted),
  );
}

/** The value as it must be written behind an operator: within marks that it has none of itself. */
export function quotedValue(value: string): string {
  if (/^[^\s"“„«]\S*$/.test(value)) return value;
  if (!value.includes('"')) return `"${value}"`;
  if (!value.includes('»')) return `«${value}»`;
  if (!/[“”]/.test(value)) return `“${value}”`;
  return `"${value.replaceAll('"', ' ').trim()}"`;
}

/** What was typed without one of its pieces. */
export const withoutPiece = (typed: string, { from, to }: Span): string =>
  `${typed.slice(0, from).trimEnd()} ${typed.slice(to).trimStart()}`.trim();

type Piece = Span & { operator?: string; text: string; isExact: boolean; isNegated: boolean };

/** Letters and a colon with something right behind it; an address of the web is none, nor is `Re: the table`. */
const operatorStart = /([\p{L}][\p{L}\p{M}_-]*):(?!\/\/)/uy;
/** What closes a phrase, by what opened it: names have other marks within. */
const closingMarks: Readonly<Record<string, RegExp>> = { '"': /"/, '“': /[“”]/, '„': /[“”"]/, '«': /»/ };

function piecesOf(typed: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < typed.length) {
    if (/\s/.test(typed[at] ?? '')) {
      at++;
      continue;
    }
    const from = at;
    const isNegated = typed[at] === '-' && /[^\s-]/.test(typed[at + 1] ?? ' ');
    if (isNegated) at++;
    operatorStart.lastIndex = at;
    const operator = operatorStart.exec(typed)?.[1];
    const isKnown = operator !== undefined && operatorNamed(operator) !== undefined;
    const behind = operator === undefined ? '' : (typed[at + operator.length + 1] ?? ' ');
    // `Re: table` is words; a known operator with nothing behind it is told to miss something.
    const isOperator = operator !== undefined && (isKnown || /\S/.test(behind));
    if (isOperator) at += operator.length + 1;
    const value = valueAt(typed, at);
    at = value.to;
    pieces.push({
      from,
      to: at,
      isNegated,
      text: value.text,
      isExact: value.isExact,
      ...(isOperator ? { operator } : {}),
    });
  }
  return pieces;
}

function valueAt(typed: string, at: number): { text: string; isExact: boolean; to: number } {
  const closing = closingMarks[typed[at] ?? ''];
  if (closing) {
    const rest = typed.slice(at + 1);
    const end = rest.search(closing);
    const text = (end === -1 ? rest : rest.slice(0, end)).trim();
    return { text, isExact: true, to: end === -1 ? typed.length : at + 1 + end + 1 };
  }
  const text = /^\S*/.exec(typed.slice(at))?.[0] ?? '';
  return { text, isExact: false, to: at + text.length };
}

function readValue(
  operator: SearchOperator,
  value: string,
  today: Date,
): { value: string; isChoice: boolean } | undefined {
  if (operator === 'before' || operator === 'after') {
    const day = readDay(value, today);
    return day === undefined ? undefined : { value: day, isChoice: false };
  }
  if (operator in searchChoices) {
    const choices: Readonly<Record<string, readonly string[]>> = searchChoices[operator as keyof typeof searchChoices];
    const wanted = value.toLowerCase();
    const found = Object.keys(choices).find((one) => choices[one]?.includes(wanted));
    if (found !== undefined) return { value: found, isChoice: true };
    if (operator === 'status' || operator === 'has' || operator === 'channel') return undefined;
  }
  return /[\p{L}\p{N}]/u.test(value) ? { value, isChoice: false } : undefined;
}

const someDays: Readonly<Record<string, number>> = { today: 0, сьогодні: 0, yesterday: 1, вчора: 1, учора: 1 };

/** `2026-11-03`, `03.11.2026`, `2026-11`, `2026`, `today`, `yesterday`, `7d`: as `YYYY-MM-DD`. */
function readDay(value: string, today: Date): string | undefined {
  const wanted = value.toLowerCase();
  const back = someDays[wanted] ?? /^(\d{1,4})[dд]$/.exec(wanted)?.[1];
  if (back !== undefined) return isoDay(today.getFullYear(), today.getMonth() + 1, today.getDate() - Number(back));
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(wanted);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(wanted);
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2] ?? 1), Number(iso[3] ?? 1)]
    : dotted
      ? [Number(dotted[3]), Number(dotted[2]), Number(dotted[1])]
      : [0, 0, 0];
  if (year < 1970 || month < 1 || month > 12 || day < 1) return undefined;
  const read = isoDay(year, month, day);
  return Number(read.slice(8)) === day ? read : undefined;
}

const isoDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
