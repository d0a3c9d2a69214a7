import type { z } from 'zod';
import { type customerCard, type Identity, type IdentityKind, ratingsShownMax } from '#contract/customers.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { readNumber } from '../phones/index.ts';
import { withinReach } from '../reach/index.ts';
import { type CustomerRow, findVisibleCustomer, nameOf } from './customer-access.ts';
import { zoneOf } from './customer-zone.ts';
import { isOnCard } from './identities.ts';

type Card = z.input<typeof customerCard.answer>;

/** What a customer page shows beside the tickets. */
export function readCard(db: Database, id: number, caller: Caller): Promise<Card> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await findVisibleCustomer(tx, id, caller);
    const { company_id: companyId, erased_at: erased, ...row } = customer;
    const [zone, identities, notes, tags, counts, ratings, consents, merges, erasure] = await Promise.all([
      zoneOf(tx, customer),
      identitiesOf(tx, customer),
      notesOf(tx, id, caller),
      tagsOf(tx, id),
      countsOf(tx, customer, caller),
      ratingsOf(tx, customer, caller),
      consentsOf(tx, customer),
      mergesOf(tx, id),
      erasureOf(tx, id),
    ]);
    const lives = erased === null && erasure === null && customer.merged_into === null;
    const may = (action: string) => lives && caller.may(companyId, `customers.${action}`);
    // It is about everything there is, also what a part of the team does not see.
    const mayWholly = (action: string) => may(action) && !caller.narrowed.has(companyId);
    return {
      ...row,
      company_id: companyId,
      added: iso(row.added),
      updated: iso(row.updated),
      ...{ zone, identities, notes, tags, counts, ratings, consents, merges, erasure },
      can: { update: may('update'), merge: may('merge'), export: mayWholly('export'), erase: mayWholly('erase') },
    };
  });
}

/** As times travel. */
const iso = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
const isoOrNull = (at: Date | null): string | null => at && iso(at);

type IdentityRow = {
  kind: IdentityKind;
  value: string;
  typed: string | null;
  source: Identity['source'];
  added: Date;
  added_by: string | null;
  last_seen_at: Date | null;
};

async function identitiesOf(tx: Tx, customer: CustomerRow): Promise<Identity[]> {
  const rows = await tx.rows<IdentityRow>(
    sql`select i.kind, i.value, i.typed, i.source, i.added, u.name as added_by, i.last_seen_at
        from customer_identities i left join users u on u.id = i.added_by where i.customer_id = ${customer.id} order by i.kind, i.added, i.value`,
  );
  return rows
    .map(({ typed, last_seen_at, ...row }) => ({
      ...row,
      readable: readable(row, typed),
      added: iso(row.added),
      last_seen: isoOrNull(last_seen_at),
      is_primary: isOnCard(customer, row),
    }))
    .sort((a, b) => Number(b.is_primary) - Number(a.is_primary));
}

const readable = ({ kind, value }: Pick<IdentityRow, 'kind' | 'value'>, typed: string | null): string =>
  kind === 'phone' ? (readNumber(value)?.readable ?? value) : (typed ?? value);

async function notesOf(tx: Tx, id: number, caller: Caller): Promise<Card['notes']> {
  const rows = await tx.rows<{
    id: number;
    body: string;
    is_pinned: 0 | 1;
    author: string | null;
    author_id: number | null;
    added: Date;
    updated: Date;
  }>(
    sql`select n.id, n.body, n.is_pinned, u.name as author, n.author_id, n.added, n.updated from customer_notes n left join users u on u.id = n.author_id
        where n.customer_id = ${id} and n.is_deleted = 0 order by n.is_pinned desc, n.id desc`,
  );
  return rows.map(({ author_id, ...row }) => ({
    ...row,
    is_mine: author_id === caller.userId,
    added: iso(row.added),
    updated: iso(row.updated),
  }));
}

const tagsOf = (tx: Tx, id: number): Promise<Card['tags']> =>
  tx
    .rows(
      sql`select distinct g.id, g.name, g.color, g.name collate "und-x-icu" as place from customer_tags x join tags g on g.id = any (tags_now(array[x.tag_id])) and g.is_deleted = 0
        where x.customer_id = ${id} order by place`,
    )
    .then((rows) => (rows as Card['tags']).map(({ id: tagId, name, color }) => ({ id: tagId, name, color })));

async function countsOf(tx: Tx, customer: CustomerRow, caller: Caller): Promise<Card['counts']> {
  const rows = await tx.rows<{
    view_type: '' | 'snoozed' | 'answered' | 'resolved';
    n: number;
    first: Date;
    last: Date;
  }>(
    sql`select view_type, count(*)::int as n, min(t.added) as first, max(t.updated) as last from tickets t
        where t.company_id = ${customer.company_id} and t.customer_id = ${customer.id} and t.is_deleted = 0 and t.is_spam = 0 and t.merged_into_id is null
          and ${withinReach(caller, 't') ?? sql.unsafe('true')} group by view_type`,
  );
  const by_view = { '': 0, snoozed: 0, answered: 0, resolved: 0 };
  for (const { view_type, n } of rows) by_view[view_type] = n;
  const firsts = rows.map((row) => row.first.getTime());
  const lasts = rows.map((row) => row.last.getTime());
  return {
    all: rows.reduce((sum, row) => sum + row.n, 0),
    by_view,
    first: rows.length > 0 ? iso(new Date(Math.min(...firsts))) : null,
    last: rows.length > 0 ? iso(new Date(Math.max(...lasts))) : null,
  };
}

async function ratingsOf(tx: Tx, customer: CustomerRow, caller: Caller): Promise<Card['ratings']> {
  const rows = await tx.rows<Omit<Card['ratings'][number], 'at'> & { at: Date }>(
    sql`select t.id as ticket_id, co.case_prefix || '-' || t.number as case_number, c.rating, c.rating_comment as comment, c.rated_at as at
        from tickets t join chats c on c.company_id = t.company_id and c.ticket_id = t.id join companies co on co.id = t.company_id
        where t.company_id = ${customer.company_id} and t.customer_id = ${customer.id} and t.is_deleted = 0 and t.is_spam = 0
          and c.rating is not null and ${withinReach(caller, 't') ?? sql.unsafe('true')} order by c.rated_at desc limit ${ratingsShownMax}`,
  );
  return rows.map((row) => ({ ...row, at: iso(row.at) }));
}

async function consentsOf(tx: Tx, customer: CustomerRow): Promise<Card['consents']> {
  const rows = await tx.rows<{ quidget: string; at: Date }>(
    sql`select a.name as quidget, v.agreed_at as at from visitors v join channel_accounts a on a.company_id = v.company_id and a.id = v.quidget_id
        where v.company_id = ${customer.company_id} and v.agreed_at is not null
          and v.customer_id = any (array(select id from customers where merged_into = ${customer.id}) || ${customer.id}::bigint) order by v.agreed_at desc limit ${ratingsShownMax}`,
  );
  return rows.map((row) => ({ ...row, at: iso(row.at) }));
}

const mergesShownMax = 20;

async function mergesOf(tx: Tx, id: number): Promise<Card['merges']> {
  const rows = await tx.rows<
    Pick<CustomerRow, 'first_name' | 'last_name' | 'email' | 'phone'> & {
      id: number;
      by: string | null;
      added: Date;
      tickets: number;
    }
  >(
    sql`select m.id, c.first_name, c.last_name, c.email, c.phone, u.name as by, m.added, cardinality(m.ticket_ids) as tickets from customer_merges m
          join customers c on c.id = m.merged_id left join users u on u.id = m.merged_by
        where m.survivor_id = ${id} and m.undone_at is null and c.merged_into = ${id} order by m.id desc limit ${mergesShownMax}`,
  );
  return rows.map((row) => ({ id: row.id, name: nameOf(row), by: row.by, at: iso(row.added), tickets: row.tickets }));
}

async function erasureOf(tx: Tx, id: number): Promise<Card['erasure']> {
  const row = await tx.row<{
    asked_name: string;
    asked_at: Date;
    done_at: Date | null;
    counts: Record<string, number>;
  }>(sql`select asked_name, asked_at, done_at, counts from customer_erasures where customer_id = ${id}`);
  return row
    ? { asked_by: row.asked_name, asked_at: iso(row.asked_at), done_at: isoOrNull(row.done_at), counts: row.counts }
    : null;
}
