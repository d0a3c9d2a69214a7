import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { createMailParser } from '#channels/email/parsing/mail-parser.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { type BenchGround, benchGround } from './bench-ground.ts';
import { printTable } from './print-table.ts';
import { processorTimeOf, withDescendants } from './processes.ts';
import { variedMails } from './varied-mails.ts';

/** `BENCH_WORKERS=1` measures one. */
const workerCounts = process.env.BENCH_WORKERS?.split(',').map(Number) ?? [1, 4];

/**
 * How fast a full mailbox becomes tickets, from the moment it is added to running workers: signed in, fetched over IMAP,
 * kept raw, parsed, taken in, each in transactions of its own; beside parsing the same mails alone, in one thread of the
 * same parser that has nothing else to do. Once with one worker and once with four (on four mailboxes). Parsing alone is
 * measured before and after each, because machines change their mind.
 *
 * Parsing alone has a core to itself and a second one to compile and to collect garbage with. Whoever syncs has the same
 * cores for everything, mail server and database included: the second table says who had them for how long. Words are
 * read when no crowd of mails waits any more, so what is searched for is there somewhat later: that has a line of its own.
 */
export async function mailBench({ mails = 10_000 } = {}): Promise<void> {
  const all = variedMails(mails);
  const rates: (string | number)[][] = [];
  const costs: (string | number)[][] = [];
  let before = await parseAlone(all);
  for (const workers of workerCounts) {
    const synced = await sync(all, workers);
    const after = await parseAlone(all);
    const alone = (before.perSecond + after.perSecond) / 2;
    const name = `mailbox to ticket, ${workers} worker${workers > 1 ? 's' : ''}`;
    rates.push(['parsing alone', alone, 1], [name, synced.perSecond, synced.perSecond / alone]);
    rates.push([`and found by its words, ${workers}`, synced.foundPerSecond, synced.foundPerSecond / alone]);
    costs.push(costRow('parsing alone', after), costRow(name, synced));
    before = after;
  }
  printTable(`${mails} varied mails`, ['what', 'mails/s', 'ratio'], rates);
  const head = ['what', ...parties, 'together', 'cores busy'];
  printTable('Milliseconds of processor time per mail', head, costs);
}

const parties = ['parsing', 'server', 'its helpers', 'database', 'mail server'] as const;
type Party = (typeof parties)[number];
type Spent = Record<Party, number>;
type Measured = { perSecond: number; mails: number; seconds: number; spent: Spent };

function costRow(name: string, { mails, seconds, spent }: Measured): (string | number)[] {
  const together = Object.values(spent).reduce((sum, one) => sum + one, 0);
  const perMail = parties.map((party) => (spent[party] / mails) * 1000);
  return [name, ...perMail, (together / mails) * 1000, together / seconds];
}

async function measured(mails: number, spentSoFar: () => Spent, work: () => Promise<void>): Promise<Measured> {
  const before = spentSoFar();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const after = spentSoFar();
  const spent = Object.fromEntries(parties.map((party) => [party, after[party] - before[party]])) as Spent; // all parties
  return { perSecond: mails / seconds, mails, seconds, spent };
}

async function parseAlone(mails: readonly Buffer[]): Promise<Measured> {
  const parser = createMailParser();
  await parser.parse(mails[0] ?? Buffer.alloc(0));
  const result = await measured(
    mails.length,
    () => spentBy({ servers: [process.pid] }),
    async () => {
      await Promise.all(mails.map((raw) => parser.parse(raw)));
    },
  );
  await parser.close();
  return result;
}

/** Garbage collection, compilation and files have threads of their own: the helpers. */
function spentBy(by: { servers: readonly number[]; database?: number; mailServer?: readonly number[] }): Spent {
  const spent: Spent = { parsing: 0, server: 0, 'its helpers': 0, database: 0, 'mail server': 0 };
  for (const pid of by.servers)
    for (const [thread, seconds] of processorTimeOf(pid))
      spent[thread === 'MainThread' ? 'server' : thread === 'WorkerThread' ? 'parsing' : 'its helpers'] += seconds;
  const add = (party: Party, pids: readonly number[]) => {
    for (const pid of pids) for (const seconds of processorTimeOf(pid).values()) spent[party] += seconds;
  };
  if (by.database !== undefined) add('database', withDescendants(by.database));
  add('mail server', by.mailServer ?? []);
  return spent;
}

async function sync(mails: readonly Buffer[], workers: number): Promise<Measured & { foundPerSecond: number }> {
  const ground = await benchGround({ servers: workers });
  const servers = await startMailServers();
  try {
    const boxes = Array.from({ length: workers }, (_, n) => `box${n}@bench.test`);
    const share = Math.ceil(mails.length / workers);
    for (const [n, box] of boxes.entries()) await fillMailbox(servers, box, mails.slice(n * share, (n + 1) * share));
    const ca = path.join(ground.folder, 'ca.pem');
    fs.writeFileSync(ca, servers.ca);
    const processes = await Promise.all(
      boxes.map(() =>
        ground.startServer({ ROLE: 'worker', PUBLIC_URL: 'http://localhost:3000', NODE_EXTRA_CA_CERTS: ca }),
      ),
    );
    const serverIds = processes.flatMap(({ child }) => child.pid ?? []);
    const spentSoFar = () => {
      const ours = new Set([process.pid, ...serverIds, ...withDescendants(ground.postgres.pid)]);
      const mailServer = withDescendants(process.pid).filter((pid) => !ours.has(pid));
      return spentBy({ servers: serverIds, database: ground.postgres.pid, mailServer });
    };
    const started = performance.now();
    const synced = await measured(mails.length, spentSoFar, async () => {
      await addMailboxes(ground, servers.imapPort, boxes);
      await ground.db.notify('parley_wake', 'bench:mailboxes');
      await untilAllAreTickets(ground, mails.length);
    });
    await untilAllAreFound(ground);
    return { ...synced, foundPerSecond: (mails.length / (performance.now() - started)) * 1000 };
  } finally {
    await ground.close();
    await servers.stop();
  }
}

async function fillMailbox(servers: MailServers, box: string, mails: readonly Buffer[]): Promise<void> {
  await servers.addMailbox(box, 'password');
  const lmtp = createTransport({
    ...{ host: '127.0.0.1', port: servers.lmtpPort, lmtp: true, name: 'bench.test', ignoreTLS: true },
    ...{ pool: true, maxConnections: 1, maxMessages: Number.POSITIVE_INFINITY },
  });
  for (const raw of mails) await lmtp.sendMail({ envelope: { from: 'someone@internet.test', to: [box] }, raw });
  lmtp.close();
}

async function untilAllAreTickets(ground: BenchGround, mails: number): Promise<void> {
  const started = performance.now();
  for (;;) {
    // Each of them opens a ticket. Counting mails would cost the database more than taking them in.
    const [row] = await ground.db.read<{ done: number }>(
      'system',
      sql`select sum(last_ticket_number)::int as done from companies`,
    );
    if ((row?.done ?? 0) >= mails) break;
    if (performance.now() - started > 600_000) throw new Error(`only ${row?.done} of ${mails} mails after ten minutes`);
    await pause(100);
  }
  const [row] = await ground.db.read<{ opened: number }>(
    'system',
    sql`select count(*)::int as opened from inbound_mails where outcome = 'new_ticket'`,
  );
  if (row?.opened !== mails) throw new Error(`${row?.opened} of ${mails} mails opened a ticket`);
}

async function untilAllAreFound({ db }: BenchGround): Promise<void> {
  const left = () => db.read('system', sql`select from search_due limit 1`);
  while ((await left()).length > 0) await pause(100);
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
