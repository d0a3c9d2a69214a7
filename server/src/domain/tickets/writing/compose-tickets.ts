import { composedAtOnceMax } from '#contract/compose.ts';
import type { Address } from '#contract/messages.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { findOrMakeCustomer, noteComposed } from '../../customers/index.ts';
import { sendersOf } from '../../mailboxes/index.ts';
import { copyUploads } from '../../messages/index.ts';
import { isWithinReach } from '../../reach/index.ts';
import { fillTemplate, readTicketFacts } from '../../templates/index.ts';
import { assignWithin } from '../assigning/assign-tickets.ts';
import { tagWithin } from '../tag-tickets.ts';
import { ticketEvent } from '../ticket-events.ts';
import { drawTickets } from '../ticket-queries.ts';
import { type LetterTools, uniqueAddresses, writeReply } from './reply-to-ticket.ts';

export type Composed = {
  clientId: string;
  productId: number;
  from: string | undefined;
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  how: 'each' | 'together';
  subject: string;
  /** Sanitised already. */
  bodyHtml: string;
  bodyText: string;
  attachments: readonly number[];
  templates: readonly number[];
  assigneeId: number | undefined;
  tags: readonly number[];
};
type Begun = { ticket_id: number; message_id: number; case_number: string };

/** First half of the advisory lock `(this, letter)`: the same letter twice at once is written once. */
const composeLock = 1_886_544_034;

/**
 * Begins tickets with a letter of ours. Each has its customer, its number, its letter, the promise to deliver it, and is
 * answered: it is the customer's turn.
 */
export function composeTickets(
  db: Database,
  the: Composed,
  caller: Caller,
  tools: LetterTools,
): Promise<readonly Begun[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const product = await findProduct(tx, the.productId, caller);
    await tx.run(sql`select pg_advisory_xact_lock(${composeLock}, hashtext(${the.clientId}))`);
    const before = await findComposed(tx, product.company_id, the.clientId);
    if (before.length > 0) return before;
    if (the.bodyText.trim() === '' && the.attachments.length === 0)
      throw new Problem('message_empty', { field: 'data.body_html' });
    const account = await findAccount(tx, product, the.from);
    const letters = lettersOf(the);
    const drawn = await drawTickets(tx, product.company_id, letters.length);
    for (const [i, to] of letters.entries()) {
      const place = drawn[i];
      if (place) await begin(tx, { the, to, nth: i, product, account, ...place }, caller, tools);
    }
    return findComposed(tx, product.company_id, the.clientId);
  });
}

function lettersOf({ to, how }: Composed): (readonly Address[])[] {
  const named = new Map(to.map((one) => [one.address.toLowerCase(), one]));
  const all = uniqueAddresses(to).flatMap((address) => named.get(address.toLowerCase()) ?? []);
  if (all.length === 0) throw new Problem('recipient_missing', { field: 'data.to' });
  if (how === 'together') return [all];
  if (all.length > composedAtOnceMax)
    throw new Problem('too_long', { field: 'data.to', values: { max: composedAtOnceMax } });
  return all.map((one) => [one]);
}

type Product = { id: number; company_id: number; team_id: number | null };
type Beginning = {
  the: Composed;
  to: readonly Address[];
  nth: number;
  product: Product;
  account: number;
  number: number;
  ticketId: number;
};

async function begin(tx: Tx, of: Beginning, caller: Caller, tools: LetterTools): Promise<void> {
  const { the, to, nth, product, ticketId } = of;
  const { company_id: companyId } = product;
  const [first] = to;
  if (!first) throw new Problem('recipient_missing', { field: 'data.to' });
  const customer = await findOrMakeCustomer(tx, companyId, { name: first.name, address: first.address });
  await noteComposed(tx, companyId, first.address, caller);
  // Whoever sees only what is theirs begins with having it.
  const isSeen = isWithinReach(caller, { companyId, productId: product.id, teamId: product.team_id, assigneeId: null });
  await tx.run(
    sql`insert into tickets (id, company_id, number, product_id, team_id, customer_id, channel_account_id, channel, title, assignee_id, last_direction, composed_as, composed_nth)
        overriding system value
        select ${ticketId}::bigint, ${companyId}::bigint, ${of.number}::int, p.id, ${product.team_id}::bigint,
          coalesce(c.merged_into, c.id), ${of.account}::bigint, 'mail', ${the.subject.trim()}, ${isSeen ? null : caller.userId}::bigint, 2, ${the.clientId}::uuid, ${nth}::smallint
        from products p join customers c on c.id = ${customer.id} where p.id = ${product.id} for key share of c`,
  );
  const actor = { kind: 'user', id: caller.userId } as const;
  await recordEvents(tx, [
    ticketEvent('created', { id: ticketId, company_id: companyId, product_id: product.id }, actor),
  ]);
  const letter = the.bodyHtml.includes('{{') ? await filled(tx, the, ticketId, caller, tools) : the;
  await writeReply(
    tx,
    {
      ...{ ticketId, clientId: the.clientId, isFirst: true, inReplyTo: undefined },
      ...{ bodyHtml: letter.bodyHtml, bodyText: letter.bodyText },
      ...{ to, cc: the.cc, bcc: the.bcc, from: the.from, templates: nth === 0 ? the.templates : [] },
      attachments:
        nth === 0
          ? the.attachments
          : await copyUploads(tx, the.attachments, { companyId, clientId: the.clientId }, caller),
    },
    caller,
    tools,
  );
  if (the.tags.length > 0) await tagWithin(tx, { ids: [ticketId], add: the.tags, remove: [] }, caller, 'data.tag_ids');
  if (the.assigneeId !== undefined) await assignWithin(tx, { ids: [ticketId], assignee_id: the.assigneeId }, caller);
}

/** What templates left open, as this customer has it. */
async function filled(tx: Tx, { bodyHtml }: Composed, ticketId: number, caller: Caller, { textOf }: LetterTools) {
  const { values } = await readTicketFacts(tx, ticketId, caller);
  const { html } = fillTemplate(bodyHtml, values, { rest: 'dropped' });
  return { bodyHtml: html, bodyText: textOf(html) };
}

async function findProduct(tx: Tx, id: number, caller: Caller): Promise<Product> {
  const product = await tx.row<Product>(
    sql`select p.id, p.company_id, t.id as team_id from products p left join teams t on t.id = p.team_id and t.is_deleted = 0 where p.id = ${id} and p.is_deleted = 0`,
  );
  if (!product || !caller.may(product.company_id, 'products.get'))
    throw new Problem('not_found', { field: 'data.product_id' });
  if (!caller.may(product.company_id, 'messages.create') || !caller.may(product.company_id, 'customers.create'))
    throw new Problem('forbidden');
  return product;
}

/** The product's mailbox that may send from this address; without one, its own. */
async function findAccount(tx: Tx, product: Product, from: string | undefined): Promise<number> {
  const all = await accountsOf(tx, product);
  const [first] = all;
  if (!first) throw new Problem('product_has_no_mailbox', { field: 'data.product_id' });
  if (from === undefined) return first.id;
  for (const { id } of all) {
    const senders = await sendersOf(tx, id);
    if (senders.some((one) => one.address.toLowerCase() === from.toLowerCase())) return id;
  }
  throw new Problem('cannot_send_as', { field: 'data.from' });
}

const accountsOf = (tx: Tx, product: Product): Promise<{ id: number }[]> =>
  tx.rows<{ id: number }>(
    sql`select a.id from channel_accounts a join products p on p.id = ${product.id}
        where a.company_id = ${product.company_id} and a.is_deleted = 0 and a.kind = 'mailbox' and (a.product_id = p.id or a.id = p.mailbox_id)
        order by a.id = p.mailbox_id desc nulls last, a.id`,
  );

/** All that a new letter about a product may come from. */
export function composeSenders(db: Database, productId: number, caller: Caller): Promise<Address[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const product = await findProduct(tx, productId, caller);
    const senders: Address[] = [];
    for (const { id } of await accountsOf(tx, product))
      senders.push(...(await sendersOf(tx, id)).map(({ name, address }) => ({ name, address })));
    return senders;
  });
}

const findComposed = (tx: Tx, companyId: number, clientId: string): Promise<Begun[]> =>
  tx.rows<Begun>(
    sql`select t.id as ticket_id, m.id as message_id, c.case_prefix || '-' || t.number as case_number
        from tickets t join companies c on c.id = t.company_id join messages m on m.company_id = t.company_id and m.origin_ticket_id = t.id and m.client_id = t.composed_as
        where t.company_id = ${companyId} and t.composed_as = ${clientId} order by t.composed_nth`,
  );
