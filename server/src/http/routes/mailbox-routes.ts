import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { moveToTicket, processAgain } from '#contract/inbound-mails.ts';
import { mailErrors } from '#contract/mail-errors.ts';
import {
  checkMailbox,
  detectMailbox,
  fetchSince,
  type MailboxCheckStep,
  mailboxHistory,
  passwordFor,
  sendTest,
} from '#contract/mailboxes.ts';
import type { Address } from '#contract/messages.ts';
import { checkSenderDomains } from '#contract/sender-domains.ts';
import { accountHistoryOf } from '#domain/channel-accounts/index.ts';
import {
  findKeptPasswords,
  findMailbox,
  isSetSince,
  type Mailbox,
  noteAcceptance,
  noteSending,
  requirePasswords,
  sendersOf,
  serversBeside,
} from '#domain/mailboxes/index.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Server = { host: string; port: number; security: 'ssl' | 'tls' | 'none'; user: string; password: string };

export type MailboxPlace = Pick<Mailbox, 'id' | 'companyId'> & { readonly smtpHost: string };

/** What the mail channel and the flows do for these calls; built where all rooms are known. */
export type MailDoor = {
  check(imap: Server, smtp: Server): Promise<MailboxCheckStep[]>;
  checkDomains(
    mailbox: MailboxPlace,
    selector: string | undefined,
  ): Promise<z.input<typeof checkSenderDomains.answer>['domains']>;
  detect(email: string): Promise<z.input<typeof detectMailbox.answer>>;
  sendTest(mailbox: Mailbox, from: Address, to: Address): Promise<MailboxCheckStep>;
  processAgain(person: Person, inboundMailId: number): Promise<z.input<typeof processAgain.answer>>;
  moveToTicket(person: Person, inboundMailId: number, number: number): Promise<z.input<typeof moveToTicket.answer>>;
};

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  secrets: Secrets;
  mail: MailDoor;
  limits: Limits;
};

// A check connects to a server somebody named: not a tool for knocking on many doors.
const checks: Limit = { name: 'mailbox-checks', points: 30, seconds: 60 };
const tests: Limit = { name: 'mailbox-test-letters', points: 10, seconds: 600 };
// Each asks DNS up to some hundred questions.
const dnsChecks: Limit = { name: 'sender-domain-checks', points: 20, seconds: 60 };
// Each has a whole folder looked through again.
const rereads: Limit = { name: 'mailbox-rereads', points: 20, seconds: 600 };
// Each parses a mail, and writes what it holds.
const readings: Limit = { name: 'mails-read-again', points: 120, seconds: 60 };

/** What a server says when it does not let a mailbox write under a name. */
const speaksOfSender: ReadonlySet<string> = new Set(['sender_refused', 'message_refused']);

/** What a test letter comes to without the passwords, as after a restore without the old SECRET_KEY. */
const unopened: MailboxCheckStep = {
  ...{ step: 'smtp', ok: false, key: 'credentials_missing', message: mailErrors.credentials_missing },
  ...{ details: null, took_ms: 0 },
};

export function mountMailboxes(
  app: FastifyInstance,
  { db, sessions, mounted, wake, secrets, mail, limits }: Needs,
): void {
  const on = callMounter(app, sessions, mounted);

  on.withScope(checkMailbox, async (data, { person }) => {
    if (!person.companies.includes(data.company_id)) throw new Problem('not_found', { field: 'data.company_id' });
    if (!person.may(data.company_id, 'mailboxes.create')) throw new Problem('forbidden');
    await limits.take(checks, { person: person.userId });
    const kept = data.id === undefined ? undefined : await passwordsOf(person, data.id, data);
    const imapPassword = data.imap_password ?? kept?.imap;
    if (imapPassword === undefined) throw new Problem('required', { field: 'data.imap_password' });
    const ownSmtpPassword = data.smtp_password === undefined ? kept?.smtp : data.smtp_password;
    if (kept && ownSmtpPassword === undefined) throw new Problem('required', { field: 'data.smtp_password' });
    const imap = {
      host: data.imap_server,
      port: data.imap_port,
      security: data.imap_type,
      user: data.imap_username,
      password: passwordFor(data.imap_server, imapPassword),
    };
    const smtp = {
      host: data.smtp_host,
      port: data.smtp_port,
      security: data.smtp_security,
      user: data.smtp_login || data.imap_username,
      password: passwordFor(data.smtp_host, ownSmtpPassword || imapPassword),
    };
    return { steps: await mail.check(imap, smtp) };
  });

  on.withScope(detectMailbox, async (data, { person }) => {
    await limits.take(checks, { person: person.userId });
    return (await serversBeside(db, person, data.email)) ?? mail.detect(data.email);
  });

  on.withScope(fetchSince, async (data, { person }) => {
    await requireMailbox(person, data.id, 'mailboxes.update');
    await limits.take(rereads, { person: person.userId });
    // Before there was mail; PostgreSQL knows no year 0 at all.
    if (data.since < '1970-01-01') throw new Problem('invalid_value', { field: 'data.since' });
    await db.transaction({ companies: person.companies }, async (tx) => {
      await tx.run(sql`update channel_accounts set settings_version = settings_version + 1 where id = ${data.id}`);
      const zone = sql`coalesce((select time_zone from users where id = ${person.userId}), 'UTC')`;
      await tx.run(
        sql`update mailboxes set fetch_since = ${data.since}::timestamp at time zone ${zone} where id = ${data.id}`,
      );
      await told(tx, person, data.id);
    });
    wake.nudge('mailboxes');
    wake.nudge('events');
    return {};
  });

  on.withScope(sendTest, async (data, { person }) => {
    const place = await requireMailbox(person, data.id, 'mailboxes.update');
    await limits.take(tests, { person: person.userId });
    const [me] = await db.read<{ name: string; email: string }>(
      'system',
      sql`select name, email from users where id = ${person.userId}`,
    );
    if (!me) throw new Problem('unauthorized');
    const mailbox = await openedMailbox(place);
    if (!mailbox) return { to: me.email, step: unopened };
    const inCompany = { companies: [mailbox.companyId] };
    const senders = await db.transaction(inCompany, (tx) => sendersOf(tx, mailbox.id, { evenAsked: true }));
    const asked = (data.from ?? mailbox.fromEmail).toLowerCase();
    const from = senders.find((one) => one.address.toLowerCase() === asked);
    if (!from) throw new Problem('cannot_send_as', { field: 'data.from' });
    const step = await mail.sendTest(mailbox, from, { name: me.name, address: me.email });
    // What came of settings that were changed meanwhile says nothing of those that are there now.
    const isMended = (tx: Tx) => isSetSince(tx, mailbox.id, mailbox.settingsVersion);
    // A line that broke, or a password that was refused, says nothing about the address.
    if (from.isAlias && (step.ok || speaksOfSender.has(step.key ?? ''))) {
      const { key, details } = step;
      await db.transaction(inCompany, async (tx) => {
        if (await isMended(tx)) return;
        await noteAcceptance(tx, { mailboxId: mailbox.id, address: from.address, key: step.ok ? null : key, details });
        await told(tx, person, mailbox.id);
      });
      wake.nudge('events');
    }
    // Nobody writes for hours, perhaps: whoever has mended it sees that it is.
    if (step.ok && !from.isAlias) {
      const sending = {
        companyId: mailbox.companyId,
        mailboxId: mailbox.id,
        isSent: false,
        error: null,
        pauseSeconds: 0,
      };
      await db.transaction(inCompany, async (tx) => {
        if (!(await isMended(tx))) await noteSending(tx, sending);
      });
      wake.nudge('deliveries');
      wake.nudge('events');
    }
    return { to: me.email, step };
  });

  on.withScope(checkSenderDomains, async (data, { person }) => {
    const mailbox = await requireMailbox(person, data.id, 'mailboxes.update');
    await limits.take(dnsChecks, { person: person.userId });
    return { domains: await mail.checkDomains(mailbox, data.selector) };
  });

  on.withScope(mailboxHistory, async (data, { person }) => {
    await requireMailbox(person, data.id, 'mailboxes.get');
    return { entries: await db.transaction({ companies: person.companies }, (tx) => accountHistoryOf(tx, data.id)) };
  });

  on.withScope(processAgain, async (data, { person }) => {
    await limits.take(readings, { person: person.userId });
    const answer = await mail.processAgain(person, data.id);
    wake.nudge('events');
    return answer;
  });

  on.withScope(moveToTicket, async (data, { person }) => {
    await limits.take(readings, { person: person.userId });
    const answer = await mail.moveToTicket(person, data.id, data.number);
    wake.nudge('events');
    return answer;
  });

  /** Looks at no password: where none can be opened any more, the page that says so goes on working. */
  async function requireMailbox(person: Person, id: number, privilege: string): Promise<MailboxPlace> {
    const row = await db.transaction({ companies: person.companies }, (tx) =>
      tx.row<{ company_id: number; smtp_host: string }>(
        sql`select company_id, smtp_host from mailboxes where id = ${id}`,
      ),
    );
    if (!row || !person.may(row.company_id, 'mailboxes.get')) throw new Problem('not_found', { field: 'data.id' });
    if (!person.may(row.company_id, privilege)) throw new Problem('forbidden');
    return { id, companyId: row.company_id, smtpHost: row.smtp_host };
  }

  /** Undefined where its passwords cannot be opened any more. */
  async function openedMailbox({ id, companyId }: MailboxPlace): Promise<Mailbox | undefined> {
    return db.transaction({ companies: [companyId] }, async (tx) => {
      const kept = await findKeptPasswords(tx, secrets, id);
      if (kept?.imap === undefined || kept.smtp === undefined) return undefined;
      return findMailbox(tx, secrets, id, { evenDisabled: true });
    });
  }

  async function passwordsOf(person: Person, id: number, given: z.output<typeof checkMailbox.data>) {
    await requireMailbox(person, id, 'mailboxes.update');
    return db.transaction({ companies: person.companies }, async (tx) => {
      await requirePasswords(tx, [id], given);
      return findKeptPasswords(tx, secrets, id);
    });
  }

  async function told(tx: Tx, person: Person, mailboxId: number): Promise<void> {
    const row = await tx.row<{ company_id: number }>(
      sql`select company_id from channel_accounts where id = ${mailboxId}`,
    );
    if (row)
      await recordEvents(tx, [
        {
          companyId: row.company_id,
          entity: 'mailboxes',
          action: 'updated',
          entityId: mailboxId,
          actor: { kind: 'user', id: person.userId },
        },
      ]);
  }
}
