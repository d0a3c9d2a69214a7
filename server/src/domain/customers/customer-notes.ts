import { customerNotesMax } from '#contract/customers.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type CustomerRow, lockLivingCustomer } from './customer-access.ts';
import { customerEvent } from './customer-events.ts';

type NewNote = { id: number; client_id: string; body: string; is_pinned?: 0 | 1 | undefined };

/** Adds a note for the team. The same `client_id` twice is one note. */
export function noteOnCustomer(db: Database, the: NewNote, caller: Caller): Promise<{ note_id: number }> {
  if (the.body.trim() === '') throw new Problem('required', { field: 'data.body' });
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await lockLivingCustomer(tx, the.id, caller);
    const known = await tx.row<{ id: number }>(
      sql`select id from customer_notes where company_id = ${customer.company_id} and client_id = ${the.client_id} and customer_id = ${customer.id}`,
    );
    if (known) return { note_id: known.id };
    await forgetRemoved(tx, customer.id);
    await requireRoom(tx, customer.id, 'data.body');
    const made = await tx.row<{ id: number }>(
      sql`insert into customer_notes (company_id, customer_id, client_id, body, is_pinned, author_id)
          values (${customer.company_id}, ${customer.id}, ${the.client_id}, ${the.body.trim()}, ${the.is_pinned ?? 0}, ${caller.userId})
          on conflict do nothing returning id`,
    );
    // Somebody else's, on somebody else: ids are chosen at random.
    if (!made) throw new Problem('not_unique', { field: 'data.client_id' });
    await recordEvents(tx, [customerEvent(customer, caller)]);
    return { note_id: made.id };
  });
}

type Change = {
  note_id: number;
  body?: string | undefined;
  is_pinned?: 0 | 1 | undefined;
  is_deleted?: 0 | 1 | undefined;
  seen?: { body: string } | undefined;
};

/** Changes a note, unless somebody else did since it was `seen` or removed it; pins it, removes it, or takes that back. */
export function changeNote(db: Database, the: Change, caller: Caller): Promise<void> {
  const body = the.body?.trim();
  if (body === '') throw new Problem('required', { field: 'data.body' });
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await lockCustomerOfNote(tx, the.note_id, caller);
    if (body !== undefined) await requireAsSeen(tx, the, body);
    await tx.run(
      sql`update customer_notes set body = coalesce(${body ?? null}, body), is_pinned = coalesce(${the.is_pinned ?? null}, is_pinned),
            is_deleted = coalesce(${the.is_deleted ?? null}, is_deleted),
            updated = case when ${body !== undefined || the.is_deleted === 1}::boolean then now() else updated end
          where id = ${the.note_id}`,
    );
    if (the.is_deleted === 0) await requireRoom(tx, customer.id, 'data.is_deleted', 1);
    await recordEvents(tx, [customerEvent(customer, caller)]);
  });
}

/** Its customer is locked: it stays as it is read here. What says the new words already was changed by this very call. */
async function requireAsSeen(tx: Tx, the: Change, body: string): Promise<void> {
  const now = await tx.row<{ body: string; is_deleted: 0 | 1 }>(
    sql`select body, is_deleted from customer_notes where id = ${the.note_id}`,
  );
  if (!now || (now.is_deleted === 1 && the.is_deleted !== 0)) throw new Problem('not_found', { field: 'data.note_id' });
  if (the.seen && now.body !== the.seen.body && now.body !== body)
    throw new Problem('conflict', { field: 'data.body' });
}

const forgetRemoved = (tx: Tx, customerId: number) =>
  tx.run(
    sql`delete from customer_notes where customer_id = ${customerId} and is_deleted = 1 and updated < now() - interval '1 day'`,
  );

async function requireRoom(tx: Tx, customerId: number, field: string, isThere = 0): Promise<void> {
  const count = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from customer_notes where customer_id = ${customerId} and is_deleted = 0`,
  );
  if ((count?.n ?? 0) - isThere >= customerNotesMax)
    throw new Problem('limit_reached', { field, values: { max: customerNotesMax } });
}

async function lockCustomerOfNote(tx: Tx, noteId: number, caller: Caller): Promise<CustomerRow> {
  const note = await tx.row<{ customer_id: number }>(sql`select customer_id from customer_notes where id = ${noteId}`);
  if (!note) throw new Problem('not_found', { field: 'data.note_id' });
  try {
    return await lockLivingCustomer(tx, note.customer_id, caller);
  } catch (error) {
    if (error instanceof Problem && error.key === 'customer_not_found')
      throw new Problem('not_found', { field: 'data.note_id' });
    throw error;
  }
}
