import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { sendersOf } from '../mailboxes/index.ts';
import { lockVisibleTicket, type Sender, type Ticket } from '../tickets/index.ts';

export type Side = {
  readonly id: number;
  readonly company_id: number;
  readonly ticket_id: number;
  readonly channel_account_id: number;
  readonly from_address: string;
  readonly subject: string;
  readonly state: 'open' | 'done';
  readonly partners: Address[];
};

const columns = sql`id, company_id, ticket_id, channel_account_id, from_address, subject, state, partners`;

/** A side conversation and its ticket, locked, if the caller sees the ticket and may do this. */
export async function lockSide(
  tx: Tx,
  id: number,
  caller: Caller,
  privilege: string,
): Promise<{ side: Side; ticket: Ticket }> {
  const where = async () =>
    (await tx.row<{ ticket_id: number }>(sql`select ticket_id from side_conversations where id = ${id}`))?.ticket_id;
  const field = 'data.side_id';
  const before = await where();
  if (before === undefined) throw new Problem('not_found', { field });
  const ticket = await lockVisibleTicket(tx, before, caller, privilege, field).catch(asMissing);
  const side = await tx.row<Side>(sql`select ${columns} from side_conversations where id = ${id} for update`);
  // It went to another ticket while this one waited for its turn.
  if (side?.ticket_id !== ticket.id) throw new Problem('not_in_this_state', { field });
  return { side, ticket };
}

function asMissing(error: unknown): never {
  if (error instanceof Problem && error.key === 'ticket_not_found')
    throw new Problem('not_found', { field: 'data.side_id' });
  throw error;
}

export type Begun = {
  readonly accountId: number;
  readonly address: string;
  readonly subject: string;
  /** Null: somebody in another mail program. */
  readonly openedBy: number | null;
};

export async function insertSide(tx: Tx, ticket: Ticket, the: Begun): Promise<Side> {
  const side = await tx.row<Side>(
    sql`insert into side_conversations (company_id, ticket_id, origin_ticket_id, channel_account_id, from_address, subject, opened_by)
        values (${ticket.company_id}, ${ticket.id}, ${ticket.id}, ${the.accountId}, ${the.address}, ${the.subject}, ${the.openedBy})
        returning ${columns}`,
  );
  if (!side) throw new Error('insert answered no row');
  return side;
}

/**
 * It goes on from the address it was begun from; where that is gone, from the one that answers the ticket. Answers find it by
 * its own token.
 */
export async function withSender(
  tx: Tx,
  side: Side,
  { account_id: accountId, from_email: address }: Sender,
): Promise<Side> {
  const isThere = sql`select 1 from channel_accounts where id = ${side.channel_account_id} and is_deleted = 0`;
  const senders = (await tx.row(isThere)) ? await sendersOf(tx, side.channel_account_id) : [];
  if (senders.some((one) => one.address.toLowerCase() === side.from_address.toLowerCase())) return side;
  if (accountId === null || address === null) throw new Problem('ticket_has_no_channel', { field: 'data.side_id' });
  await tx.run(
    sql`update side_conversations set channel_account_id = ${accountId}, from_address = ${address} where id = ${side.id}`,
  );
  return { ...side, channel_account_id: accountId, from_address: address };
}

/** Side conversations of these ids or tickets, for letters that come in; their tickets are locked already. */
export const findSides = (
  tx: Tx,
  companyId: number,
  the: { ids: readonly number[]; ticketIds: readonly number[] },
): Promise<Side[]> =>
  tx.rows<Side>(
    sql`select ${columns} from side_conversations where company_id = ${companyId}
          and (id = any (${the.ids}::bigint[]) or ticket_id = any (${the.ticketIds}::bigint[])) order by id desc`,
  );

/** Whoever was written to is a partner from then on, once. */
export function withPartners(before: readonly Address[], to: readonly Address[]): Address[] {
  const known = new Map(before.map((one) => [one.address.toLowerCase(), one]));
  for (const one of to) {
    const key = one.address.toLowerCase();
    if (!known.get(key)?.name) known.set(key, { name: one.name || (known.get(key)?.name ?? ''), address: one.address });
  }
  return [...known.values()];
}
