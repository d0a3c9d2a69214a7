import { type ComposeType, composedAtOnceMax } from '#contract/compose.ts';
import type { Address } from '#contract/messages.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { findOrMakeCustomers, findVisibleCustomer, holdCustomers, noteComposed } from '../../customers/index.ts';
import { copyUploads } from '../../messages/index.ts';
import { isWithinReach } from '../../reach/index.ts';
import { fillTemplate, readTicketFacts } from '../../templates/index.ts';
import { assignWithin } from '../assigning/assign-tickets.ts';
import { authorOf } from '../event-lines.ts';
import { after } from '../state/ticket-life.ts';
import { tagWithin } from '../tag-tickets.ts';
import { lockWhereFound } from '../ticket-access.ts';
import { ticketEvent } from '../ticket-events.ts';
import { type Drawn, drawTickets, firstLine } from '../ticket-queries.ts';
import { accountFor, accountsOf, findPlace, type Place } from './compose-senders.ts';
import { type Mentioned, writeNote } from './note-on-ticket.ts';
import { type Answered, type LetterTools, moveOn, type ThenMove, writeReply } from './reply-to-ticket.ts';
import { uniqueAddresses } from './reply-ways.ts';

export type Composed = {
  clientId: string;
  /** A call and a note are written down; nothing is sent. */
  type: ComposeType;
  productId: number;
  from: string | undefined;
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  /** Whom a call or a note is about, where no address says it. */
  customerId: number | undefined;
  how: 'each' | 'together';
  subject: string;
  /** Sanitised already. */
  bodyHtml: string;
  bodyText: string;
  attachments: readonly number[];
  templates: readonly number[];
  assigneeId: number | undefined;
  tags: readonly number[];
  /** Whom a call or a note calls; looked at already. */
  mentions: readonly Mentioned[];
  /** What becomes of each ticket with it. */
  andThen: ThenMove | undefined;
};
export type Begun = { ticket_id: number; message_id: number; case_number: string };

/** First half of the advisory lock `(this, letter)`: the same letter twice at once is written once. */
const composeLock = 1_886_544_034;

/** What else becomes true with a letter, once it is known to be new and before anything is written. */
type Along = (tx: Tx) => Promise<void>;

/**
 * Begins tickets with a letter of ours. Each has its customer, its number, its letter, the promise to deliver it, and is
 * answered: it is the customer's turn. One that begins with a call or a note of ours is open.
 */
export const composeTickets = (
  db: Database,
  the: Composed,
  caller: Caller,
  tools: LetterTools,
  along?: Along,
): Promise<readonly Begun[]> =>
  db.transaction({ companies: caller.companies }, (tx) => compose(tx, the, caller, tools, { along, mayEnd: true }));

/** Refuses now what could not be sent later, while its writer is there: it is written as a whole, and none of it stays. */
export async function rehearse(db: Database, the: Composed, caller: Caller, tools: LetterTools): Promise<void> {
  const isFine = new Error('nothing of a rehearsal stays');
  try {
    await db.transaction({ companies: caller.companies }, async (tx) => {
      await compose(tx, the, caller, tools);
      throw isFine;
    });
  } catch (error) {
    if (error !== isFine) throw error;
  }
}

async function compose(
  tx: Tx,
  the: Composed,
  caller: Caller,
  tools: LetterTools,
  { along, mayEnd = false }: { along?: Along | undefined; mayEnd?: boolean } = {},
): Promise<readonly Begun[]> {
  const product = await findPlace(tx, the.productId, caller);
  // What is asked in one breath travels in one piece: of a new ticket, most of the time is the way to the database.
  const [, before] = await Promise.all([
    tx.run(sql`select pg_advisory_xact_lock(${composeLock}, hashtext(${the.clientId}))`),
    findComposed(tx, product.company_id, the.clientId),
  ]);
  if (before.length > 0) {
    await along?.(tx);
    return before;
  }
  const [accounts] = await Promise.all([accountsOf(tx, product), along?.(tx)]);
  if (the.bodyText.trim() === '' && the.attachments.length === 0)
    throw new Problem('message_empty', { field: 'data.body_html' });
  const account = the.type === 'mail' ? await accountFor(tx, accounts, the.from) : accounts[0]?.id;
  const letters = lettersOf(the);
  const customers = await customersOf(tx, the, letters, product, caller);
  // Last of all: from here on whoever begins a ticket in this company waits for us.
  const [, drawn] = await Promise.all([
    holdCustomers(tx, customers),
    drawTickets(tx, product.company_id, letters.length),
  ]);
  const begun: Begun[] = [];
  for (const [nth, to] of letters.entries()) {
    const [place, customerId] = [drawn[nth], customers[nth]];
    const isLast = mayEnd && nth === letters.length - 1 && the.tags.length === 0 && the.assigneeId === undefined;
    if (place && customerId !== undefined)
      begun.push(
        await begin(
          tx,
          { the, nth, isLast, product, account: account ?? null, to, customerId, ...place },
          caller,
          tools,
        ),
      );
  }
  return begun;
}

function lettersOf({ type, to, how, customerId }: Composed): (readonly Address[])[] {
  const named = new Map(to.map((one) => [one.address.toLowerCase(), one]));
  const all = uniqueAddresses(to).flatMap((address) => named.get(address.toLowerCase()) ?? []);
  if (type !== 'mail' && customerId !== undefined) return [[]];
  if (all.length === 0) throw new Problem('recipient_missing', { field: 'data.to' });
  if (type !== 'mail') return [all.slice(0, 1)];
  if (how === 'together') return [all];
  if (all.length > composedAtOnceMax)
    throw new Problem('limit_reached', { field: 'data.to', values: { max: composedAtOnceMax } });
  return all.map((one) => [one]);
}

type Beginning = {
  the: Composed;
  to: readonly Address[];
  nth: number;
  /** Nothing is written after it. */
  isLast: boolean;
  product: Place;
  customerId: number;
  account: number | null;
} & Drawn;

async function begin(tx: Tx, of: Beginning, caller: Caller, tools: LetterTools): Promise<Begun> {
  const { the, nth, product, ticketId } = of;
  const { company_id: companyId } = product;
  // Whoever sees only what is theirs begins with having it.
  const isSeen = isWithinReach(caller, { companyId, productId: product.id, teamId: product.team_id, assigneeId: null });
  const actor = { kind: 'user', id: caller.userId } as const;
  const newest = standing(of);
  const [, , { messageId }] = await Promise.all([
    tx.run(
      sql`insert into tickets (id, company_id, number, product_id, team_id, customer_id, channel_account_id, channel, title, assignee_id, last_direction, composed_as, composed_nth,
            ${newest.columns})
          overriding system value
          select ${ticketId}::bigint, ${companyId}::bigint, ${of.number}::int, p.id, ${product.team_id}::bigint,
            coalesce(c.merged_into, c.id), ${of.account}::bigint, ${the.type === 'call' ? 'phone' : 'mail'}, ${the.subject.trim()}, ${isSeen ? null : caller.userId}::bigint, 2,
            ${the.clientId}::uuid, ${nth}::smallint, ${newest.values}
          from products p join customers c on c.id = ${of.customerId} where p.id = ${product.id}`,
    ),
    recordEvents(tx, [ticketEvent('created', { id: ticketId, company_id: companyId, product_id: product.id }, actor)]),
    the.type === 'mail' ? writeLetter(tx, of, caller, tools) : writeDown(tx, of, caller),
  ]);
  if (the.tags.length > 0) await tagWithin(tx, { ids: [ticketId], add: the.tags, remove: [] }, caller, 'data.tag_ids');
  if (the.assigneeId !== undefined) await assignWithin(tx, { ids: [ticketId], assignee_id: the.assigneeId }, caller);
  return { ticket_id: ticketId, message_id: messageId, case_number: `${product.case_prefix}-${of.number}` };
}

/** A letter's ticket begins as what it is with its letter, and is written once. */
function standing({ the, messageId }: Beginning): { columns: Sql; values: Sql } {
  const line = firstLine(the.bodyText);
  if (the.type !== 'mail') return { columns: sql`last_line`, values: sql`${line}` };
  return {
    columns: sql`last_line, view_type, last_message_id, message_count, has_attachments`,
    values: sql`${line}, ${after('', 'agentReplied')}, ${messageId}::bigint, 1, ${the.attachments.length > 0 ? 1 : 0}::smallint`,
  };
}

/** Of each letter: whom it is to first, or whom a call or a note is about. */
async function customersOf(
  tx: Tx,
  the: Composed,
  letters: readonly (readonly Address[])[],
  { company_id: companyId }: Place,
  caller: Caller,
): Promise<number[]> {
  const first = letters.flatMap(([to]) => to ?? []);
  if (first.length === 0) {
    const known = await findVisibleCustomer(tx, the.customerId ?? 0, caller, 'data.customer_id');
    if (known.company_id !== companyId || known.erased_at !== null)
      throw new Problem('customer_not_found', { field: 'data.customer_id' });
    return [known.id];
  }
  const customers = await findOrMakeCustomers(tx, companyId, first);
  const source = the.type === 'mail' ? 'compose' : 'person';
  for (const [nth, { address }] of first.entries())
    if (customers[nth]?.isNew) await noteComposed(tx, companyId, { address, source }, caller);
  return customers.map((one) => one.id);
}

async function writeLetter(tx: Tx, of: Beginning, caller: Caller, tools: LetterTools): Promise<Answered> {
  const { the, to, nth, ticketId } = of;
  const letter = the.bodyHtml.includes('{{') ? await filled(tx, the, ticketId, caller, tools) : the;
  const place = { companyId: of.product.company_id, clientId: the.clientId };
  return writeReply(
    tx,
    {
      ...{ ticketId, clientId: the.clientId, firstId: of.messageId, inReplyTo: undefined, andThen: the.andThen },
      ...{ bodyHtml: letter.bodyHtml, bodyText: letter.bodyText },
      ...{ to, cc: the.cc, bcc: the.bcc, from: the.from, templates: nth === 0 ? the.templates : [] },
      attachments: nth === 0 ? the.attachments : await copyUploads(tx, the.attachments, place, caller),
    },
    caller,
    tools,
    { isLast: of.isLast },
  );
}

/** Of a call, or of something of our own: for the team alone. */
async function writeDown(tx: Tx, { the, ticketId }: Beginning, caller: Caller): Promise<Answered> {
  const { clientId, bodyHtml, bodyText, attachments, mentions } = the;
  const noted = await writeNote(tx, { ticketId, clientId, bodyHtml, bodyText, attachments, mentions }, caller);
  if (!the.andThen) return noted;
  const ticket = await lockWhereFound(tx, ticketId, caller, 'tickets.update');
  await recordEvents(tx, await moveOn(tx, ticket, the.andThen, await authorOf(tx, caller)));
  return noted;
}

/** What templates left open, as this customer has it. */
async function filled(tx: Tx, { bodyHtml }: Composed, ticketId: number, caller: Caller, { textOf }: LetterTools) {
  const { values } = await readTicketFacts(tx, ticketId, caller);
  const { html } = fillTemplate(bodyHtml, values, { rest: 'dropped' });
  return { bodyHtml: html, bodyText: textOf(html) };
}

/** The tickets that a letter has begun already. */
export const findComposed = (tx: Tx, companyId: number, clientId: string): Promise<Begun[]> =>
  tx.rows<Begun>(
    sql`select t.id as ticket_id, m.id as message_id, c.case_prefix || '-' || t.number as case_number
        from tickets t join companies c on c.id = t.company_id join messages m on m.company_id = t.company_id and m.origin_ticket_id = t.id and m.client_id = t.composed_as
        where t.company_id = ${companyId} and t.composed_as = ${clientId} order by t.composed_nth`,
  );

/** Whether a letter has begun its tickets before. */
export const isComposed = (
  db: Database,
  { productId, clientId }: { productId: number; clientId: string },
  caller: Caller,
): Promise<boolean> =>
  db.transaction({ companies: caller.companies }, async (tx) => {
    const { company_id: companyId } = await findPlace(tx, productId, caller);
    return (await findComposed(tx, companyId, clientId)).length > 0;
  });
