import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createMailParser } from '#channels/email/parsing/mail-parser.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { startMailServers } from '#test/rigs/mail-servers.ts';
import { type BenchGround, benchGround } from './bench-ground.ts';
import { printTable } from './print-table.ts';
import { variedMails } from './varied-mails.ts';

/**
 * How fast a full mailbox becomes tickets, from the moment it is added to running workers: signed in, fetched over IMAP,
 * kept raw, parsed, taken in, each in transactions of its own; beside parsing the same mails alone, in one thread of the
 * same parser that has nothing else to do. Once with one worker and once with four (on four mailboxes).
 */
export async function mailBench({ mails = 10_000 } = {}): Promise<void> {
  const all = variedMails(mails);
  const alone = await parseAlone(all);
  const rows: (string | number)[][] = [['parsing alone', '', alone, 1]];
  for (const workers of [1, 4]) {
    const perSecond = await sync(all, workers);
    rows.push([
      `mailbox to ticket, ${workers} worker${workers > 1 ? 's' : ''}`,
      String(workers),
      perSecond,
      perSecond / alone,
    ]);
  }
  printTable(`${mails} varied mails`, ['what', 'workers', 'mails/s', 'ratio'], rows);
}

async function parseAlone(mails: readonly Buffer[]): Promise<number> {
  const parser = createMailParser();
  await parser.parse(mails[0] ?? Buffer.alloc(0));
  const started = performance.now();
  await Promise.all(mails.map((raw) => parser.parse(raw)));
  const took = performance.now() - started;
  await parser.close();
  return (mails.length / took) * 1000;
}

async function sync(mails: readonly Buffer[], workers: number): Promise<number> {
  const ground = await benchGround();
  const servers = await startMailServers();
  try {
    const boxes = Array.from({ length: workers }, (_, n) => `box${n}@bench.test`);
    for (const box of boxes) await servers.addMailbox(box, 'password');
    const share = Math.ceil(mails.length / workers);
    await Promise.all(
      boxes.map(async (box, n) => {
        for (const raw of mails.slice(n * share, (n + 1) * share)) await servers.deliver(box, raw);
      }),
    );
    const ca = path.join(ground.folder, 'ca.pem');
    fs.writeFileSync(ca, servers.ca);
    await Promise.all(
      Array.from({ length: workers }, () => ground.startServer({ ROLE: 'worker', NODE_EXTRA_CA_CERTS: ca })),
    );
    const started = performance.now();
    await addMailboxes(ground, servers.imapPort, boxes);
    await ground.db.notify('parley_wake', 'bench:mailboxes');
    for (;;) {
      // Each of them opens a ticket. Counting mails would cost the database more than taking them in.
      const [row] = await ground.db.read<{ done: number }>(
        'system',
        sql`select sum(last_ticket_number)::int as done from companies`,
      );
      if ((row?.done ?? 0) >= mails.length) break;
      if (performance.now() - started > 600_000)
        throw new Error(`only ${row?.done} of ${mails.length} mails after ten minutes`);
      await pause(100);
    }
    const took = performance.now() - started;
    const [row] = await ground.db.read<{ opened: number }>(
      'system',
      sql`select count(*)::int as opened from inbound_mails where outcome = 'new_ticket'`,
    );
    if (row?.opened !== mails.length) throw new Error(`${row?.opened} of ${mails.length} mails opened a ticket`);
    return (mails.length / took) * 1000;
  } finally {
    await ground.close();
    await servers.stop();
  }
}

async function addMailboxes({ db, secretKey }: BenchGround, imapPort: number, boxes: readonly string[]): Promise<void> {
  const sealed = createSecrets(secretKey).seal('password', 'mailbox.imap_password');
  await db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into companies (company_name, case_prefix) select 'Bench ' || n, 'BE' from generate_series(1, ${boxes.length}::int) n`,
    );
    await tx.run(sql`insert into products (company_id, name, abbreviation) select id, 'Bench', 'BEN' from companies`);
    await tx.run(
      sql`insert into channel_accounts (company_id, product_id, kind, name) select company_id, id, 'mailbox', 'box' || (company_id - 1) from products`,
    );
    await tx.run(
      sql`insert into mailboxes (id, company_id, from_name, from_email, imap_username, imap_password, imap_server, imap_port, imap_type, smtp_host, smtp_port, smtp_security, start_at)
          select id, company_id, 'Bench', name || '@bench.test', name || '@bench.test', ${sealed}, 'localhost', ${imapPort}, 'tls', 'localhost', 25, 'none', now() - interval '1 day' from channel_accounts`,
    );
  });
}
