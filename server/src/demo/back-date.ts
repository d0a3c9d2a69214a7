import { reachedNobody } from '#domain/tickets/index.ts';
import { sql } from '#platform/sql.ts';
import { folders, type Storyteller, uidValidity } from './storyteller.ts';

const storyDays = 183;

/**
 * Moves everything that was written in the last seconds to when it is said to have happened. The commands wrote it in
 * the order of the story, so what has no moment of its own takes that of what stands before it. The events log alone says
 * when it was really written: nobody can change it.
 */
export async function backDate(the: Storyteller): Promise<void> {
  const { tx, company } = the;
  const founded = new Date(the.now.getTime() - storyDays * 86_400_000);
  await tx.run(sql`update users set added = ${founded}, updated = ${founded}, email_confirmed_at = ${founded}`);
  await tx.run(sql`update companies set added = ${founded}, updated = ${founded} where id = ${company.id}`);
  await tx.run(sql`update roles set added = ${founded} where company_id = ${company.id}`);
  await tx.run(
    sql`update products set added = ${founded}::timestamptz + id * interval '1 hour', updated = ${founded} where company_id = ${company.id}`,
  );
  await tx.run(
    sql`update channel_accounts set added = ${founded}::timestamptz + id * interval '1 hour', updated = ${founded} where company_id = ${company.id}`,
  );
  await tx.run(sql`update mailboxes set start_at = ${founded} where company_id = ${company.id}`);

  await backDateTeams(the, founded);
  await backDateMessages(the);
  await backDateTickets(the);
  await tx.run(
    sql`update customers c set added = coalesce(t.first, ${founded}), updated = coalesce(t.first, ${founded})
        from customers k left join (select customer_id, min(added) as first from tickets group by 1) t on t.customer_id = k.id
        where k.id = c.id and c.company_id = ${company.id}`,
  );
  for (const [place, uid] of the.uids) {
    const [mailboxId, role] = place.split(' ') as [string, keyof typeof folders];
    await tx.run(
      sql`insert into mailbox_folders (company_id, mailbox_id, path, role, uid_validity, last_uid) values (${company.id}, ${Number(mailboxId)}, ${folders[role]}, ${role}, ${uidValidity}, ${uid})`,
    );
  }
}

/** Numbers came one after the other; what went on to another product left the first one in that moment. */
async function backDateTeams({ tx, company }: Storyteller, founded: Date): Promise<void> {
  for (const table of ['teams', 'calendars', 'phones'])
    await tx.run(
      sql`update ${sql.unsafe(table)} set added = ${founded}, updated = ${founded} where company_id in (0, ${company.id})`,
    );
  await tx.run(
    sql`update phone_assignments set taken_at = ${founded}::timestamptz + id * interval '11 days' where company_id = ${company.id}`,
  );
  await tx.run(
    sql`update phone_assignments a set returned_at = (select min(b.taken_at) from phone_assignments b where b.phone_id = a.phone_id and b.id > a.id)
        where company_id = ${company.id} and returned_at is not null`,
  );
}

async function backDateMessages({ tx, company, momentOf }: Storyteller): Promise<void> {
  await tx.run(
    sql`update messages m set added = known.at from unnest(${[...momentOf.messages.keys()]}::bigint[], ${[...momentOf.messages.values()]}::timestamptz[]) known (id, at) where m.id = known.id`,
  );
  await tx.run(
    sql`update messages m set added = before.at from (
          select id, max(added) filter (where id = any (${[...momentOf.messages.keys()]}::bigint[])) over (order by id) as at from messages where company_id = ${company.id}
        ) before where before.id = m.id and m.company_id = ${company.id} and m.kind = 'event' and not m.id = any (${[...momentOf.messages.keys()]}::bigint[])`,
  );
  await tx.run(
    sql`update inbound_mails m set added = known.at + interval '2 seconds', due_at = known.at from unnest(${[...momentOf.mails.keys()]}::bigint[], ${[...momentOf.mails.values()]}::timestamptz[]) known (id, at) where m.id = known.id`,
  );
  await tx.run(
    sql`update attachments a set added = m.added from messages m where m.id = a.message_id and a.company_id = ${company.id}`,
  );
}

async function backDateTickets({ tx, company }: Storyteller): Promise<void> {
  await tx.run(
    sql`update tickets t set added = s.first, updated = s.last,
          resolved_at = case when t.view_type = 'resolved' then s.last end,
          waiting_since = case when t.view_type = '' then coalesce(s.unanswered, s.first) end
        from (select ticket_id, min(added) as first, max(added) as last,
                min(added) filter (where kind = 'inbound' and mail_kind = 'human' and id > coalesce((select max(o.id) from messages o where o.ticket_id = m.ticket_id and o.kind = 'outbound' and not ${reachedNobody(sql`o.id`)}), 0)) as unanswered
              from messages m where company_id = ${company.id} group by 1) s where s.ticket_id = t.id`,
  );
}
