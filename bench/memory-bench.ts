import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { startMailServers } from '#test/rigs/mail-servers.ts';
import { benchGround } from './bench-ground.ts';
import { printTable } from './print-table.ts';
import { pssOf, withDescendants } from './processes.ts';

const mailboxes = 200;
/** Longer than an idle connection to the database is kept. */
const settleSeconds = 45;

/** What Parley takes when nobody does anything (PSS: shared pages counted once), alone and with idle mailboxes. */
export async function memoryBench(): Promise<void> {
  const ground = await benchGround();
  const servers = await startMailServers();
  try {
    const ca = path.join(ground.folder, 'ca.pem');
    fs.writeFileSync(ca, servers.ca);
    const { child, url } = await ground.startServer({ NODE_EXTRA_CA_CERTS: ca });
    await fetch(`${url}/v1/health/ready`);
    await pause(settleSeconds * 1000);
    const measure = () => ({
      server: pssOf(child.pid ?? 0),
      database: withDescendants(ground.postgres.pid).reduce((sum, pid) => sum + pssOf(pid), 0),
    });
    const idle = measure();

    for (let n = 0; n < mailboxes; n++) await servers.addMailbox(`box${n}@bench.test`, 'password');
    await addMailboxes(ground, servers.imapPort);
    for (let waited = 0; waited < 120; waited++) {
      const [row] = await ground.db.read<{ n: number }>(
        'system',
        sql`select count(*)::int as n from channel_accounts where health_state = 'ok'`,
      );
      if (row?.n === mailboxes) break;
      await pause(1000);
    }
    await pause(settleSeconds * 1000);
    const full = measure();
    const each = (full.server + full.database - idle.server - idle.database) / mailboxes;
    printTable(
      'Idle memory (PSS, MB)',
      ['state', 'server', 'database', 'together'],
      [
        ['nobody there', idle.server, idle.database, idle.server + idle.database],
        [`${mailboxes} idle mailboxes over STARTTLS`, full.server, full.database, full.server + full.database],
        ['each mailbox', '', '', each],
      ],
    );
  } finally {
    await ground.close();
    await servers.stop();
  }
}

async function addMailboxes(
  { db, secretKey }: Awaited<ReturnType<typeof benchGround>>,
  imapPort: number,
): Promise<void> {
  const sealed = createSecrets(secretKey).seal('password', 'mailbox.imap_password');
  await db.transaction('system', async (tx) => {
    await tx.run(sql`insert into companies (company_name, case_prefix) values ('Bench', 'BE')`);
    await tx.run(sql`insert into products (company_id, name, abbreviation) select id, 'Bench', 'BEN' from companies`);
    await tx.run(
      sql`insert into channel_accounts (company_id, product_id, kind, name) select company_id, id, 'mailbox', 'box' || n from products, generate_series(0, ${mailboxes - 1}::int) n`,
    );
    await tx.run(
      sql`insert into mailboxes (id, company_id, from_name, from_email, imap_username, imap_password, imap_server, imap_port, imap_type, smtp_host, smtp_port, smtp_security)
          select id, company_id, 'Bench', name || '@bench.test', name || '@bench.test', ${sealed}, 'localhost', ${imapPort}, 'tls', 'localhost', 25, 'none' from channel_accounts`,
    );
  });
}
