import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { forgetSaid } from '../../audit/index.ts';
import { forgetMails } from '../../inbound-mails/index.ts';
import { forgetAttachments } from '../../messages/index.ts';
import { addEventLines, systemAuthor } from '../event-lines.ts';
import { partFromOthers } from '../merging/unmerge-tickets.ts';
import { ticketEvent } from '../ticket-events.ts';
import { lockTickets, moveTicket } from '../ticket-queries.ts';

export type Erased = {
  readonly tickets: number;
  readonly messages: number;
  /** Finished letters that had not left, and what was only begun. */
  readonly waiting: number;
  readonly drafts: number;
  readonly files: number;
  readonly mails: number;
};

export type Emptied = Pick<Erased, 'messages' | 'files' | 'mails'>;

/** What stands where a subject stood. */
export const erasedTitle = '—';
/** Values of event lines that say nothing of a customer: names of colleagues, teams and tickets, and numbers. */
const plainValues = [
  'name',
  'team',
  'number',
  'id',
  'ticket_id',
  'count',
  'until',
  'tags',
  'label',
  'open',
  'capacity',
];

/**
 * Makes shells of a person's tickets: numbers, states, times and who answered stay, so that counts and metrics stay true;
 * what anybody wrote goes, answers and notes too, because they speak of the person. What was open is resolved: nobody can
 * answer it. What was merged with somebody else's is taken apart first, and theirs stays. Of one company.
 */
export async function eraseTickets(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  cards: readonly number[],
): Promise<Erased> {
  const parted = await partFromOthers(tx, ids, cards);
  await readWordsAnew(tx, companyId, parted);
  const tickets = [...(await lockTickets(tx, ids)).values()];
  if (tickets.length === 0) return { tickets: 0, messages: 0, waiting: 0, drafts: 0, files: 0, mails: 0 };
  const these = sql`any (${ids}::bigint[])`;
  const files = await forgetAttachments(tx, sql`draft_id in (select id from drafts where ticket_id = ${these})`);
  const mails = await forgetMails(tx, sql`ticket_id = ${these}`);
  const written = await tx.rows<{ state: string }>(
    sql`delete from drafts where company_id = ${companyId} and ticket_id = ${these} returning state`,
  );
  for (const table of ['deliveries', 'notifications'])
    await tx.run(sql`delete from ${sql.unsafe(table)} where company_id = ${companyId} and ticket_id = ${these}`);
  await tx.run(sql`update snoozes set reason = '' where ticket_id = ${these} and reason <> ''`);
  const emptied = await emptyMessages(tx, companyId, sql`ticket_id = ${these}`);
  await tx.run(
    sql`update side_conversations set subject = ${erasedTitle}, partners = '[]' where company_id = ${companyId} and ticket_id = ${these}`,
  );
  for (const ticket of tickets) if (ticket.view_type !== 'resolved') await moveTicket(tx, ticket, 'agentResolved');
  await tx.run(
    sql`update tickets set title = ${erasedTitle}, last_line = '', has_attachments = 0, looks_like_id = null, erased_at = now(), version = version + 1 where id = ${these}`,
  );
  await readWordsAnew(tx, companyId, ids);
  await forgetSaid(tx, companyId, { entity: 'tickets', ids });
  await recordEvents(tx, [
    ...(await addEventLines(
      tx,
      tickets.map((ticket) => ({ ticket, key: 'erased' })),
      systemAuthor,
    )),
    ...tickets.map((ticket) => ticketEvent('updated', ticket, systemActor)),
  ]);
  return {
    tickets: tickets.length,
    messages: emptied.messages,
    ...countWritten(written),
    files: files + emptied.files,
    mails: mails + emptied.mails,
  };
}

/** Of letters that had not left; one that was taken back is nothing any more. */
export function countWritten(rows: readonly { state: string }[]): { waiting: number; drafts: number } {
  const waiting = rows.filter((row) => row.state === 'waiting' || row.state === 'held').length;
  const drafts = rows.filter((row) => row.state === 'draft' || row.state === 'aside').length;
  return { waiting, drafts };
}

/** Takes out of messages what was written, by whom and to whom; that there was one, when, and which colleague, stays. */
export async function emptyMessages(tx: Tx, companyId: number, which: Sql): Promise<Emptied> {
  const rows = await tx.rows<{ id: number; kind: string; inbound_mail_id: number | null }>(
    sql`select id, kind, inbound_mail_id from messages where company_id = ${companyId} and ${which} for update`,
  );
  const ids = rows.map((row) => row.id);
  const files = await forgetAttachments(tx, sql`message_id = any (${ids}::bigint[])`);
  const mails = await forgetMails(tx, sql`id = any (${rows.flatMap((row) => row.inbound_mail_id ?? [])}::bigint[])`);
  await tx.run(
    sql`update messages set author_name = case author_kind when 'user' then author_name else '' end, from_name = '', from_address = null,
          to_list = '[]', cc_list = '[]', bcc_list = '[]', reply_to_list = '[]', subject = '', body_html = null, body_text = '', quoted_html = null, quoted_text = '',
          remote_images = 0, mail_message_id = null, mail_in_reply_to = null, mail_references = '{}',
          event_key = case event_key when 'snoozed_why' then 'snoozed' else event_key end,
          event_values = (select jsonb_object_agg(key, value) from jsonb_each(event_values) where key = any (${plainValues}::text[]))
        where company_id = ${companyId} and id = any (${ids}::bigint[])`,
  );
  await tx.run(sql`delete from deliveries where message_id = any (${ids}::bigint[])`);
  await tx.run(sql`delete from note_versions where message_id = any (${ids}::bigint[])`);
  await forgetSaid(tx, companyId, { entity: 'messages', ids });
  return { messages: rows.filter((row) => row.kind !== 'event').length, files, mails };
}

/** Nothing is found by words that are gone, not even for the moment until the index is written anew. */
export async function readWordsAnew(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx.run(sql`delete from search_texts where ticket_id = any (${ids}::bigint[])`);
  await tx.run(
    sql`insert into search_due (company_id, ticket_id) select ${companyId}::bigint, id from unnest(${ids}::bigint[]) as id`,
  );
}
