import type { Tx } from '#platform/database.ts';
import { type Actor, type Happening, recordEvents } from '#platform/events.ts';
import { sha256 } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import { forgetSaid } from '../../audit/index.ts';
import { forgetMails } from '../../inbound-mails/index.ts';
import { forgetAttachments } from '../../messages/index.ts';

type Row = {
  id: number;
  company_id: number;
  product_id: number;
  assignee_id: number | null;
  team_id: number | null;
  case_number: string;
  title: string;
  messages: number;
};

/**
 * Deletes tickets for good: what was written, its files and raw mails, and everything that hangs on them; what was merged
 * into them too. They are in the trash, locked, and of one company. The audit trail keeps their numbers, hashes of their
 * subjects, and who did it. A number is never given again. Answers how many went.
 */
export async function purgeTickets(tx: Tx, roots: readonly number[], actor: Actor): Promise<number> {
  const gone = await lockWithMerged(tx, roots);
  const [first] = gone;
  if (!first) return 0;
  const ids = gone.map((one) => one.id);
  const these = sql`any (${ids}::bigint[])`;
  const written = sql`select id from messages where company_id = ${first.company_id} and ticket_id = ${these}`;

  await forgetMails(
    tx,
    sql`(ticket_id = ${these} or id in (select inbound_mail_id from messages where company_id = ${first.company_id} and ticket_id = ${these}))`,
  );
  await forgetAttachments(
    tx,
    sql`(message_id in (${written}) or draft_id in (select id from drafts where ticket_id = ${these}))`,
  );
  await tx.run(sql`delete from deliveries where message_id in (${written})`);
  for (const table of ['drafts', 'handed_over_tickets', 'notifications', 'snoozes', 'ticket_reads', 'ticket_tags'])
    await tx.run(sql`delete from ${sql.unsafe(table)} where ticket_id = ${these}`);
  await tx.run(sql`delete from messages where company_id = ${first.company_id} and ticket_id = ${these}`);
  await tx.run(sql`delete from side_conversations where company_id = ${first.company_id} and ticket_id = ${these}`);
  await tx.run(sql`delete from tickets where id = ${these}`);
  // After the triggers that note what changed. What is being read this moment goes as it is read.
  await tx.run(
    sql`delete from search_due where id in (select id from search_due where ticket_id = ${these} for update skip locked)`,
  );

  await forgetSaid(tx, first.company_id, { entity: 'tickets', ids });
  await recordEvents(
    tx,
    gone.map((one) => purged(one, actor)),
  );
  return gone.length;
}

/** They and what was merged into them, which lives with them: locked in the order of their ids, as everybody locks them. */
export const lockWithMerged = (tx: Tx, roots: readonly number[]): Promise<Row[]> =>
  tx.rows<Row>(
    sql`with recursive these as (
          select id from tickets where id = any (${roots}::bigint[])
          union select t.id from tickets t join these on t.merged_into_id = these.id)
        select t.id, t.company_id, t.product_id, t.assignee_id, t.team_id, c.case_prefix || '-' || t.number as case_number, t.title,
          (select count(*)::int from messages m where m.company_id = t.company_id and m.ticket_id = t.id) as messages
        from tickets t join companies c on c.id = t.company_id where t.id in (select id from these) order by t.id for update of t`,
  );

/** Also where it stood: those who see a part of the company are told by that. */
const purged = (
  { id, company_id, product_id, assignee_id, team_id, case_number, title, messages }: Row,
  actor: Actor,
): Happening => ({
  ...{ companyId: company_id, entity: 'tickets', action: 'purged', entityId: id, ticketId: id, actor },
  params: { product_id },
  detail: {
    before: {
      ...{ number: case_number, subject_sha256: sha256(Buffer.from(title)).toString('hex'), messages, product_id },
      ...(assignee_id === null ? {} : { assignee_id }),
      ...(team_id === null ? {} : { team_id }),
    },
  },
});
