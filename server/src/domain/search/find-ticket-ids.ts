import { foundTicketsMax } from '#contract/search.ts';
import type { SearchFilter, SearchQuery } from '#contract/search-query.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { isUnsent } from '../messages/index.ts';
import { withinReach } from '../reach/index.ts';
import { type Asked, unwantedWords, wantedWords } from './asked.ts';
import { type Gathered, gatherParts, type Row, withoutUnwanted } from './gather-parts.ts';
import { stretches } from './word-vector.ts';
import { gatherApart } from './words-apart.ts';

/** `isApart`: no part of it has all of the words. */
export type FoundId = { readonly id: number; readonly isByNumber: boolean; readonly isApart: boolean };
export type FoundIds = {
  readonly tickets: readonly FoundId[];
  readonly isCapped: boolean;
  readonly putAway: { readonly spam: number; readonly trash: number };
};
export const noIds: FoundIds = { tickets: [], isCapped: false, putAway: { spam: 0, trash: 0 } };

/** Parts of tickets that are looked at before anybody is asked to be more precise. */
const partsMax = 3000;
/** So many are found at once; of a word that has more, the newest are looked for. */
const partsFirst = 1200;
/** A word that is everywhere is looked for among the newest tickets first, in so many stretches of them, then in more. */
const stretchesFirst = 2;
const stretchesMax = 32;
/** From so many on a company's newest tickets are looked through first: of each so many tickets one stretch. */
const manyTickets = 100_000;
const ticketsPerStretch = 40_000;
/** Tickets that change are not those that came last: a step should find somewhat more than are shown. */
const reserve = 1.3;
/** Of one step: a ticket has hardly more parts than this allows. */
const partsPerStepMax = 40_000;
/** Where words are unwanted and none wanted, so many of the newest tickets are looked at. */
const withoutWordsMax = 40_000;

/**
 * The tickets that hold all of the words, the one that changed last first. Ids are gathered first, up to a number, and
 * sorted then: sorting while looking would read everything that fits.
 */
export async function findTicketIds(tx: Tx, asked: Asked): Promise<FoundIds> {
  const wanted = whereOf(asked, isPutAwayAsked(asked) ? undefined : 'kept');
  const kept = sql`${wanted} and ${isItself}`;
  const hasWords = wantedWords(asked) !== '';

  const { rows, isCapped, apart } = hasWords
    ? await withApart(tx, asked, kept, await gatherWords(tx, asked, kept))
    : { ...(await newestOf(tx, asked, kept)), apart: [] };
  const byNumber = await findByNumber(tx, asked, wanted);
  const tickets = [
    ...byNumber.map((id) => ({ id, isByNumber: true, isApart: false })),
    ...rows
      .filter((row) => !byNumber.includes(row.id))
      .map(({ id }) => ({ id, isByNumber: false, isApart: apart.includes(id) })),
  ].slice(0, foundTicketsMax);
  if (tickets.length > 0 || isPutAwayAsked(asked)) return { tickets, isCapped, putAway: noIds.putAway };
  const putAway = sql`${whereOf(asked, 'put_away')} and ${isItself}`;
  const gone = hasWords
    ? await withApart(tx, asked, putAway, await gatherParts(tx, asked, putAway, { limit: partsMax }))
    : await newestOf(tx, asked, putAway);
  return { tickets, isCapped, putAway: await countPutAway(tx, gone) };
}

/** What was merged is found as the ticket that it became; its number alone still leads there. */
const isItself = sql`t.merged_into_id is null`;

/** So many are a page: who finds fewer would miss a long ticket that has the words far apart. */
const fewMax = 20;

/** Where few have all of the words in one part, those as well that have them in several. */
async function withApart(
  tx: Tx,
  asked: Asked,
  where: Sql,
  found: Gathered,
): Promise<Gathered & { readonly apart: readonly number[] }> {
  if (found.isCapped || found.rows.length >= fewMax) return { ...found, apart: [] };
  const apart = (await gatherApart(tx, asked, where)).filter((id) => !found.rows.some((row) => row.id === id));
  if (apart.length === 0) return { ...found, apart };
  const ids = [...apart, ...found.rows.map((row) => row.id)];
  const rows = await tx.rows<Row>(
    sql`select t.id from tickets t where t.id = any (${ids}::bigint[]) order by t.updated desc, t.id desc limit ${foundTicketsMax}`,
  );
  return { rows, isCapped: ids.length > foundTicketsMax, apart };
}

/**
 * All that have the words, and of too many the newest. Where a company has many tickets, to find that there are too many
 * takes the longer the more it has: there its newest tickets are looked through before.
 */
async function gatherWords(tx: Tx, asked: Asked, where: Sql): Promise<Gathered> {
  const lastNumbers = await asked.lastNumbers;
  const most = Math.max(0, ...lastNumbers.values());
  const amongNewest = async (many: number): Promise<Newer> => {
    const kind = many > stretchesMax ? 'b' : 'a';
    const newest = { kind, many: Math.ceil((many * stretches.a) / stretches[kind]), lastNumbers } as const;
    const { rows, isCapped } = await gatherParts(tx, asked, where, { limit: partsPerStepMax, newest });
    return { many, rows, isCapped, isLast: newest.many >= stretchesMax };
  };
  const begun =
    most > manyTickets ? await amongNewest(Math.min(stretchesMax, Math.ceil(most / ticketsPerStretch))) : undefined;
  if (begun?.isCapped) return begun;
  const first = await gatherParts(tx, asked, where, { limit: partsFirst });
  if (!first.isCapped) return first;

  // Where there are more than are shown anyway, half of what is shown is enough.
  const half = foundTicketsMax / 2;
  const enough = first.rows.length >= foundTicketsMax ? half : Number.POSITIVE_INFINITY;
  let newest = begun;
  for (let many = begun?.many ?? stretchesFirst; many * stretches.a < most; ) {
    newest = newest?.many === many ? newest : await amongNewest(many);
    if (newest.isCapped || newest.rows.length >= enough) return { rows: newest.rows, isCapped: true };
    if (newest.isLast) break;
    const expected = (many * reserve * Math.min(enough, foundTicketsMax)) / Math.max(1, newest.rows.length);
    many = Math.ceil(Math.min(Math.max(expected, 2 * many), 16 * many));
  }
  // Any number of those gathered may still go for what else they hold.
  const all = await gatherParts(tx, asked, where, {
    limit: unwantedWords(asked) === '' ? partsMax : partsPerStepMax,
  });
  return all.isCapped && newest && newest.rows.length >= half ? { rows: newest.rows, isCapped: true } : all;
}

/** What was found in so many stretches of the newest tickets; after the last, all are looked through. */
type Newer = Gathered & { readonly many: number; readonly isLast: boolean };
/** Operators alone: no words to look for. */
async function newestOf(tx: Tx, asked: Asked, where: Sql): Promise<Gathered> {
  const newest = sql`select t.id from tickets t where ${where} order by t.updated desc, t.id desc`;
  if (unwantedWords(asked) === '') {
    const rows = await tx.rows<Row>(sql`${newest} limit ${foundTicketsMax + 1}`);
    return { rows: rows.slice(0, foundTicketsMax), isCapped: rows.length > foundTicketsMax };
  }
  const kept: Row[] = [];
  for (let from = 0, many = foundTicketsMax + 1; from < withoutWordsMax; from += many, many *= 4) {
    const rows = await tx.rows<Row>(sql`${newest} offset ${from} limit ${many}`);
    kept.push(...(await withoutUnwanted(tx, asked, rows)));
    if (rows.length < many && kept.length <= foundTicketsMax) return { rows: kept, isCapped: false };
    if (kept.length > foundTicketsMax) break;
  }
  return { rows: kept.slice(0, foundTicketsMax), isCapped: true };
}

/** `LO-4318`, 4318 or `#4318`, where nothing else is said. */
async function findByNumber(tx: Tx, { query, companies }: Asked, where: Sql): Promise<number[]> {
  const { prefix = '', number = '' } = onlyNumber(query) ?? {};
  if (number === '') return [];
  const rows = await tx.rows<{ id: number }>(
    sql`select t.id from tickets t join companies co on co.id = t.company_id where t.company_id = any (${companies}::bigint[]) and t.number = ${Number(number)}
          and (${prefix} = '' or lower(co.case_prefix) = lower(${prefix})) and ${where} order by t.updated desc`,
  );
  return rows.map((row) => row.id);
}

function onlyNumber({ words, numbers }: SearchQuery): { prefix?: string; number?: string } | undefined {
  const [word, ...others] = words;
  const [number, ...further] = numbers;
  if (!word) return number && !number.isNegated && further.length === 0 ? { number: String(number.number) } : undefined;
  if (others.length > 0 || word.isExact || word.isNegated) return undefined;
  return /^(?:(?<prefix>[\p{L}\p{N}]{1,2})-)?(?<number>\d{1,9})$/u.exec(word.text)?.groups;
}

const isPutAwayAsked = ({ query }: Asked): boolean =>
  query.filters.some(
    ({ operator, isChoice, value, isNegated }) =>
      operator === 'in' && isChoice && !isNegated && ['spam', 'trash', 'everywhere'].includes(value),
  );

async function countPutAway(tx: Tx, { rows }: Gathered): Promise<FoundIds['putAway']> {
  if (rows.length === 0) return noIds.putAway;
  const counted = await tx.row<{ spam: number; trash: number }>(
    sql`select count(*) filter (where is_deleted = 0)::int as spam, count(*) filter (where is_deleted = 1)::int as trash
        from tickets where id = any (${rows.map((row) => row.id)}::bigint[])`,
  );
  return counted ?? noIds.putAway;
}

/** What operators, scope and trash leave of the tickets, over `t`. */
function whereOf({ query, names, companies, caller }: Asked, side: 'kept' | 'put_away' | undefined): Sql {
  const rules: Sql[] = [sql`t.company_id = any (${companies}::bigint[])`];
  const visible = withinReach(caller, 't', companies);
  if (visible) rules.push(visible);
  if (side === 'kept') rules.push(sql`t.is_deleted = 0 and t.is_spam = 0`);
  if (side === 'put_away') rules.push(sql`(t.is_deleted = 1 or t.is_spam = 1)`);
  for (const filter of query.filters) {
    const rule = ruleOf(filter, names.idsOf(filter), caller.userId);
    if (rule) rules.push(filter.isNegated ? sql`not coalesce(${rule}, false)` : rule);
  }
  for (const { number, isNegated } of query.numbers)
    rules.push(isNegated ? sql`t.number <> ${number}` : sql`t.number = ${number}`);
  return sql.join(rules, ' and ');
}

const inView: Readonly<Record<string, (me: number) => Sql>> = {
  open: () => sql`t.view_type = ''`,
  mine: (me) => sql`(t.assignee_id = ${me} and t.view_type = '')`,
  unassigned: () => sql`(t.assignee_id is null and t.view_type = '')`,
  snoozed: () => sql`t.view_type = 'snoozed'`,
  answered: () => sql`t.view_type = 'answered'`,
  resolved: () => sql`t.view_type = 'resolved'`,
  spam: () => sql`(t.is_spam = 1 and t.is_deleted = 0)`,
  trash: () => sql`t.is_deleted = 1`,
  everywhere: () => sql`true`,
};

/** Undefined: words say it (`from`, `to`). */
function ruleOf({ operator, value, isChoice }: SearchFilter, ids: readonly number[], me: number): Sql | undefined {
  switch (operator) {
    case 'status':
      return sql`t.view_type = ${value === 'open' ? '' : value}`;
    case 'has':
      return value === 'draft'
        ? sql`t.id in (select d.ticket_id from drafts d where d.user_id = ${me} and ${sql.unsafe(isUnsent)})`
        : sql`t.has_attachments = 1`;
    case 'in':
      return isChoice ? inView[value]?.(me) : sql`t.product_id = any (${ids}::bigint[])`;
    case 'assignee':
      if (!isChoice) return sql`t.assignee_id = any (${ids}::bigint[])`;
      return value === 'me' ? sql`t.assignee_id = ${me}` : sql`t.assignee_id is null`;
    case 'channel':
      return sql`t.channel = ${value}`;
    case 'team':
      return sql`t.team_id = any (${ids}::bigint[])`;
    case 'tag':
      return sql`t.id in (select x.ticket_id from ticket_tags x where x.tag_id = any (${ids}::bigint[]))`;
    case 'before':
      return sql`t.added < ${dayStart(value, me)}`;
    case 'after':
      return sql`t.updated >= ${dayStart(value, me)}`;
    case 'from':
    case 'to':
      return undefined;
  }
}

/** A day begins where the person is. */
const dayStart = (day: string, me: number): Sql =>
  sql`(${day}::timestamp at time zone coalesce((select u.time_zone from users u where u.id = ${me}), 'UTC'))`;
