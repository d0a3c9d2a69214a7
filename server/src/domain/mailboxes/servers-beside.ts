import type { z } from 'zod';
import type { detectMailbox } from '#contract/mailboxes.ts';
import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { Person } from '../people/index.ts';

type Detected = z.output<typeof detectMailbox.answer>;

/**
 * The servers of the mailbox that was last connected at the same domain, of those the person sees and that letters came
 * from: who connects `chairs@` after `lamps@` types no server twice. Undefined where there is none.
 */
export async function serversBeside(db: Database, person: Person, email: string): Promise<Detected | undefined> {
  const companies = person.companies.filter((id) => person.may(id, 'mailboxes.get'));
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const [settings] = await db.read<NonNullable<Detected['settings']>>(
    { companies },
    sql`select m.imap_server, m.imap_port, m.imap_type, m.imap_box_inbox, m.imap_box_outbox, m.smtp_host, m.smtp_port, m.smtp_security
        from mailboxes m join channel_accounts a on a.company_id = m.company_id and a.id = m.id and a.is_deleted = 0
        where m.company_id = any (${companies}::bigint[]) and split_part(lower(m.from_email), '@', 2) = ${domain} and m.last_fetched_at is not null
        order by m.id desc limit 1`,
  );
  const isGmail = settings?.imap_server.toLowerCase() === 'imap.gmail.com';
  return settings && { provider: isGmail ? 'gmail' : 'other', source: 'beside', settings, needs_oauth: false };
}
