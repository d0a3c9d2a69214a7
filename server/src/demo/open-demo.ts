import { intoOutbox } from '#flows/system-mail/run-system-mail.ts';
import { CannotStart } from '#platform/cannot-start.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { everydayPace, type Pace, wakeCustomers } from './live-customers.ts';
import { agents, demoPassword } from './lumen-and-oak.ts';
import { openMailSandbox } from './mail-sandbox/open-mail-sandbox.ts';
import { type OpeningBox, openPostOffice, type PostOffice } from './mail-sandbox/post-office.ts';
import { seedDemo } from './seed-demo.ts';
import { uidValidity } from './storyteller.ts';

export type Demo = { readonly signIn: { readonly email: string; readonly password: string }; close(): Promise<void> };

type Ground = {
  db: Database;
  files: Files;
  secrets: Secrets;
  outboxFolder: string;
  /** How lively its customers are; null: they only read. */
  pace?: Pace | null;
  say(line: string): void;
};

const owner = agents.find((one) => one.role === 'owner')?.email ?? '';

/**
 * Makes ready what `npm run demo` serves: the company, once, and a mail server of its own on this machine, at each start.
 * What agents send ends in the outbox folder; nothing leaves the machine. Refuses a database that holds something else.
 */
export async function openDemo(ground: Ground): Promise<Demo> {
  const { db, say, outboxFolder } = ground;
  const state = await lookAround(db);
  if (state === 'foreign')
    throw new CannotStart(
      'This data folder holds a company of its own. The demo needs a folder for itself: set DATA_DIR.',
    );
  if (state === 'empty') {
    say('demo: writing six months of letters, which takes some seconds');
    await seedDemo(ground);
  }
  const { pace = everydayPace } = ground;
  const intoFolder = intoOutbox(outboxFolder);
  const alive = pace && wakeCustomers(() => office, pace, Date.now());
  const office: PostOffice = openPostOffice(await boxesOf(db), async (envelope, raw) => {
    await intoFolder(envelope, raw);
    alive?.got(envelope, raw);
  });
  const sandbox = await openMailSandbox(office);
  await moveMailboxes(db, sandbox);
  return {
    signIn: { email: owner, password: demoPassword },
    async close() {
      alive?.close();
      await sandbox.close();
    },
  };
}

async function lookAround(db: Database): Promise<'empty' | 'demo' | 'foreign'> {
  const [row] = await db.read<{ users: number; is_demo: boolean }>(
    'system',
    sql`select count(*)::int as users, coalesce(bool_or(lower(email) = ${owner}), false) as is_demo from users`,
  );
  if (row?.is_demo) return 'demo';
  return row?.users === 0 ? 'empty' : 'foreign';
}

/** Folders go on counting where the last run, or the story, has stopped. */
async function boxesOf(db: Database): Promise<OpeningBox[]> {
  const rows = await db.read<{ address: string; inbox: number; sent: number }>(
    'system',
    sql`select p.from_email as address, coalesce(max(f.last_uid) filter (where f.role = 'inbox'), 0) as inbox, coalesce(max(f.last_uid) filter (where f.role = 'sent'), 0) as sent
        from mailboxes p left join mailbox_folders f on f.mailbox_id = p.id where p.imap_server = '127.0.0.1' group by 1`,
  );
  return rows.map(({ address, inbox, sent }) => ({
    address,
    folders: [
      { name: 'INBOX', specialUse: null, uidValidity, uidNext: inbox + 1 },
      { name: 'Sent', specialUse: '\\Sent', uidValidity, uidNext: sent + 1 },
    ],
  }));
}

async function moveMailboxes(
  db: Database,
  { imapPort, smtpPort }: { imapPort: number; smtpPort: number },
): Promise<void> {
  await db.transaction('system', async (tx) => {
    await tx.run(
      sql`update mailboxes set imap_port = ${imapPort}, smtp_port = ${smtpPort} where imap_server = '127.0.0.1' and smtp_host = '127.0.0.1'`,
    );
    await tx.run(sql`update channel_accounts set settings_version = settings_version + 1`);
  });
}
