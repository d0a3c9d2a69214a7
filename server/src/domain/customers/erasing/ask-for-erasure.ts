import { createHash } from 'node:crypto';
import { foldedName } from '#contract/customer-erasures.ts';
import type { IdentityKind } from '#contract/customers.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { forgetSaid } from '../../audit/index.ts';
import { forgetAttachments } from '../../messages/index.ts';
import { type CustomerRow, nameOf } from '../customer-access.ts';
import { customerEvent } from '../customer-events.ts';
import { holdVisitorsOf } from '../hold-in-order.ts';
import { cardsOf, lockWholeCustomer } from './erasable.ts';
import { findErasure, type Known } from './erasure-rows.ts';

/**
 * Forgets who somebody is, at once and for good, and leaves what they wrote to `eraseSome`. From here on they are nobody:
 * a letter from the same address makes a new customer. Twice is once.
 */
export function askForErasure(
  db: Database,
  { id, typed }: { id: number; typed: string },
  caller: Caller,
): Promise<{ erasure_id: number }> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    await holdVisitorsOf(tx, await cardsOf(tx, id));
    const customer = await lockWholeCustomer(tx, id, caller, 'customers.erase');
    const earlier = await findErasure(tx, id);
    if (earlier) return { erasure_id: earlier.id };
    if (customer.merged_into !== null || customer.erased_at !== null)
      throw new Problem('not_in_this_state', { field: 'data.id' });
    if (foldedName(typed) !== foldedName(nameOf(customer))) throw new Problem('invalid_value', { field: 'data.typed' });

    const { known, told } = await whatIsKnown(tx, customer);
    const counts = await forgetCard(tx, known.ids);
    const row = await tx.row<{ id: number; code: string }>(
      sql`insert into customer_erasures (company_id, customer_id, asked_by, asked_name, counts, known)
          values (${customer.company_id}, ${id}, ${caller.userId}, (select name from users where id = ${caller.userId}), ${JSON.stringify(counts)}::jsonb, ${JSON.stringify(known)}::jsonb)
          returning id, code`,
    );
    if (!row) throw new Error('insert answered no row');
    const proofs = told.map((address) => proofOf(row.code, address)).sort();
    await tx.run(sql`update customer_erasures set proofs = ${proofs}::text[] where id = ${row.id}`);
    await forgetSaid(tx, customer.company_id, { entity: 'customers', ids: [...known.ids, ...known.partners] });
    await recordEvents(tx, [
      { ...customerEvent(customer, caller, { after: { receipt: row.code } }), action: 'erased' },
    ]);
    return { erasure_id: row.id };
  });
}

/** Who knows an address can tell that it was this person's; who does not cannot find it out by the hash of another. */
const proofOf = (code: string, address: string): string =>
  createHash('sha256').update(`${code}:${address}`).digest('hex');

/** By what they are looked for, and whatever anybody told of them, of which the receipt keeps hashes alone. */
async function whatIsKnown(tx: Tx, { id }: CustomerRow): Promise<{ known: Required<Known>; told: string[] }> {
  const ids = await cardsOf(tx, id);
  const cards = await tx.rows<Pick<CustomerRow, 'first_name' | 'last_name' | 'email' | 'phone'>>(
    sql`select first_name, last_name, email, phone from customers where id = any (${ids}::bigint[])`,
  );
  const identities = await tx.rows<{ kind: IdentityKind; value: string; typed: string | null }>(
    sql`select kind, value, typed from customer_identities where customer_id = any (${ids}::bigint[])`,
  );
  // As typed before a chat, which is no proof that it is theirs; nor is it on the card, which takes it over.
  const typed = await tx.rows<{ email: string; phone: string }>(
    sql`select distinct email, phone from visitors where customer_id = any (${ids}::bigint[])`,
  );
  const inLowerCase = (all: readonly (string | null)[]) => [
    ...new Set(all.flatMap((one) => (one ? [one.toLowerCase()] : []))),
  ];
  const valuesOf = (these: typeof identities) => these.flatMap((one) => [one.value, one.typed]);
  // One word is half of the world's.
  const names = cards.flatMap((card) =>
    card.first_name && card.last_name ? [`${card.first_name} ${card.last_name}`] : [],
  );
  const known = {
    ...{ ids, names: [...new Set(names)], partners: await partnersOf(tx, ids), until: await drawnNext(tx) },
    addresses: inLowerCase(valuesOf(identities.filter((one) => one.kind !== 'quidget'))),
  };
  const onCards = [...cards, ...typed].flatMap((card) => [card.email, card.phone]);
  return { known, told: inLowerCase([...onCards, ...valuesOf(identities)]) };
}

/** Ids that nothing has: what is being written at this moment has smaller ones, and what is begun from now on larger. */
async function drawnNext(tx: Tx): Promise<{ message: number; mail: number }> {
  const next = await tx.row<{ message: number; mail: number }>(
    sql`select nextval('messages_id_seq') as message, nextval('inbound_mails_id_seq') as mail`,
  );
  if (!next) throw new Error('no ids were drawn');
  return { message: Number(next.message), mail: Number(next.mail) };
}

/** Others who were taken for this person once: what was said of that names them. */
async function partnersOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ survivor_id: number; merged_id: number }>(
    sql`select survivor_id, merged_id from customer_merges where survivor_id = any (${ids}::bigint[]) or merged_id = any (${ids}::bigint[])`,
  );
  return [...new Set(rows.flatMap((row) => [row.survivor_id, row.merged_id]))];
}

async function forgetCard(tx: Tx, ids: readonly number[]): Promise<Record<string, number>> {
  const these = sql`any (${ids}::bigint[])`;
  const identities = await tx.run(sql`delete from customer_identities where customer_id = ${these}`);
  const notes = await tx.run(sql`delete from customer_notes where customer_id = ${these}`);
  // Their browsers' tokens open nothing any more, and where they came from is forgotten; so is what they had not sent yet.
  const theirs = sql`select id from visitors where customer_id = ${these}`;
  const files = await forgetAttachments(tx, sql`message_id is null and visitor_id in (${theirs})`);
  await tx.run(sql`delete from chats where visitor_id in (${theirs})`);
  await tx.run(sql`delete from visitors where customer_id = ${these}`);
  await tx.run(sql`delete from customer_tags where customer_id = ${these}`);
  await tx.run(sql`delete from customers_apart where one_id = ${these} or other_id = ${these}`);
  await tx.run(sql`delete from customer_merges where survivor_id = ${these} or merged_id = ${these}`);
  await tx.run(
    sql`update customers set first_name = '', last_name = '', email = null, phone = null, note = '', language = null, time_zone = null, blocked_at = null, blocked_by = null,
          is_deleted = 1, erased_at = now(), updated = now() where id = ${these}`,
  );
  // After the triggers that note what changed: nobody is found by words that are gone.
  await tx.run(sql`delete from search_customers where customer_id = ${these}`);
  return { identities, notes, files, cards: ids.length - 1 };
}
