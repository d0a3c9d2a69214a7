import { writerOf } from '#channels/email/parsing/classify-mail.ts';
import type { InboundOutcome } from '#contract/inbound-mails.ts';
import { findOrMakeCustomer } from '#domain/customers/index.ts';
import {
  cameAt,
  concludeMail,
  describeMail,
  type InboundMail,
  lockMail,
  mailWithinReach,
  type RawPlace,
  readRaw,
} from '#domain/inbound-mails/index.ts';
import { findMailbox, type Mailbox, ownAddresses } from '#domain/mailboxes/index.ts';
import { addAttachments, findByMailMessageIds, forgetAttachments } from '#domain/messages/index.ts';
import {
  customerWrote,
  customerWroteAfterAll,
  lockTickets,
  messageEvent,
  moveLetter,
  recountThread,
  sees,
  type Ticket,
  ticketEvent,
} from '#domain/tickets/index.ts';
import { ChangedMeanwhile, type Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { unlessGone } from '#platform/stream-zip.ts';
import { type Arriving, whatIsMissing } from './arriving.ts';
import { arrived, attachmentsOf, titleOf } from './carry-out.ts';
import { withParts } from './read-mails.ts';
import type { Intake } from './run-intake.ts';
import { addSentElsewhere } from './sent-elsewhere.ts';
import { takeMail } from './take-mails.ts';
import { asWritten } from './who-wrote.ts';

/**
 * Reads a stored mail again from its raw bytes, at a person's wish, and takes it as a person's letter, whatever it was held
 * for. One that made a message gets its text read afresh, and stays where it is.
 */
export async function readMailAgain(
  the: Intake,
  caller: Caller,
  id: number,
): Promise<{ outcome: InboundOutcome; ticket_id: number | null }> {
  const { row, read } = await readStored(the, caller, id);
  return the.db.transaction({ companies: [row.company_id] }, async (tx) => {
    const { mail, tickets } = await lockWithTickets(
      tx,
      id,
      async (mail) => [await ticketOf(tx, mail)],
      () => new ChangedMeanwhile(),
    );
    if (mail.outcome === 'waiting' && mail.lease_token !== null)
      throw new Problem('not_in_this_state', { field: 'data.id' });
    const mailbox = await findMailbox(tx, the.secrets, mail.mailbox_id, { evenDisabled: true });
    if (!mailbox) throw new Problem('not_found', { field: 'data.id' });
    if (mail.message_id === null) {
      const decided = await takeMail(tx, the.secrets, mailbox, { row: mail, ...read, asHuman: true });
      return { outcome: decided.outcome, ticket_id: decided.ticketId };
    }
    const [ticket] = tickets;
    requireSeen(caller, ticket);
    const { mail: written } = await asPersons(tx, the, mailbox, { row: mail, ...read });
    const { subject, html, text, quotedHtml, quotedText, remoteImageCount } = written;
    const { event } = whatIsMissing({ row: mail, mail: written, isOnlyStart: read.isOnlyStart });
    await retitle(tx, ticket, mail.message_id, titleOf(written));
    await tx.run(
      sql`update messages set subject = ${subject}, body_html = ${html}, body_text = ${text}, quoted_html = ${quotedHtml}, quoted_text = ${quotedText}, remote_images = ${remoteImageCount},
            event_key = case when event_key = 'bounced' then event_key else ${event?.key ?? null} end,
            event_values = case when event_key = 'bounced' then event_values else ${event ? JSON.stringify(event.values) : null}::jsonb end
          where id = ${mail.message_id}`,
    );
    await forgetAttachments(tx, sql`message_id = ${mail.message_id}`);
    await addAttachments(tx, attachmentsOf(mailbox, mail.message_id, read.parts));
    const actor = { kind: 'user', id: caller.userId } as const;
    const writer = (await isKeptAsProgram(tx, mail.message_id)) ? writerOf(written) : null;
    if (!writer) {
      await describeMail(tx, mail, written);
      await recountThread(tx, ticket.id);
      await recordEvents(tx, [
        messageEvent(ticket, mail.message_id, actor, { action: 'updated' }),
        ticketEvent('updated', ticket, actor),
      ]);
      return { outcome: mail.outcome, ticket_id: ticket.id };
    }
    if (!caller.may(row.company_id, 'tickets.update')) throw new Problem('forbidden');
    const customer = await findOrMakeCustomer(tx, mailbox.companyId, writer);
    const letter = {
      id: mail.message_id,
      cameAt: cameAt(mail),
      customer: { id: customer.id, name: writer.name || customer.name },
    };
    await customerWroteAfterAll(tx, ticket, letter, actor);
    await conclude(tx, mail, written, ticket, mail.message_id, null);
    return { outcome: 'appended', ticket_id: ticket.id };
  });
}

/** A ticket that is called by the subject of its letter follows it; one that somebody has named keeps its name. */
async function retitle(tx: Tx, ticket: Ticket, messageId: number, title: string): Promise<void> {
  const before = await tx.row<{ subject: string }>(sql`select subject from messages where id = ${messageId}`);
  if (!before || titleOf(before) === title) return;
  await tx.run(sql`update tickets set title = ${title} where id = ${ticket.id} and title = ${titleOf(before)}`);
}

/** Puts a mail into the ticket with this number of its company, wherever it is now. */
export async function moveMailToTicket(
  the: Intake,
  caller: Caller,
  id: number,
  number: number,
): Promise<{ ticket_id: number }> {
  const { row, read } = await readStored(the, caller, id);
  return the.db.transaction({ companies: [row.company_id] }, async (tx) => {
    const { mail, tickets } = await lockWithTickets(
      tx,
      id,
      async (mail) => [await ticketOf(tx, mail), await ticketByNumber(tx, row.company_id, number)],
      () => new Problem('not_in_this_state', { field: 'data.id' }),
    );
    if (mail.outcome === 'waiting') throw new Problem('not_in_this_state', { field: 'data.id' });
    const [from, target] = tickets;
    if (mail.message_id !== null) requireSeen(caller, from);
    if (!target || target.is_deleted === 1 || !sees(caller, target))
      throw new Problem('ticket_not_found', { field: 'data.number' });
    if (!caller.may(row.company_id, 'tickets.update')) throw new Problem('forbidden');
    // What is put there would be found by nobody who is forgotten again.
    if (target.erased_at !== null) throw new Problem('ticket_is_erased', { field: 'data.number' });
    if (from?.id === target.id) return { ticket_id: target.id };

    const mailbox = await findMailbox(tx, the.secrets, mail.mailbox_id, { evenDisabled: true });
    if (!mailbox) throw new Problem('not_found', { field: 'data.id' });
    const arriving = await asPersons(tx, the, mailbox, { row: mail, ...read });
    if (mail.message_id === null) {
      const add = mail.folder_role === 'sent' ? addAsOurs : addAsCustomers;
      const messageId = await add(tx, mailbox, target, arriving);
      await addAttachments(tx, attachmentsOf(mailbox, messageId, read.parts));
      await conclude(tx, mail, arriving.mail, target, messageId);
    } else if (from) {
      // What a third party wrote stays where the customer gets nothing of it.
      if (await isOfSide(tx, mail.message_id)) throw new Problem('not_in_this_state', { field: 'data.id' });
      await moveLetter(tx, mail.message_id, from, target, caller);
      await conclude(tx, mail, arriving.mail, target, mail.message_id);
    }
    return { ticket_id: target.id };
  });
}

async function addAsCustomers(tx: Tx, mailbox: Mailbox, target: Ticket, arriving: Arriving): Promise<number> {
  const writer = writerOf(arriving.mail);
  const customer = writer ? await findOrMakeCustomer(tx, mailbox.companyId, writer) : null;
  const { messageId } = await customerWrote(tx, target, arrived(mailbox, arriving, customer, 'human'));
  return messageId;
}

/** What lies in the Sent box is ours. One that is in a ticket already is not put into another beside that. */
async function addAsOurs(tx: Tx, { companyId }: Mailbox, target: Ticket, arriving: Arriving): Promise<number> {
  const { messageId } = arriving.mail;
  const known = messageId === null ? [] : await findByMailMessageIds(tx, companyId, [messageId]);
  if (known.length > 0) throw new Problem('not_in_this_state', { field: 'data.id' });
  return addSentElsewhere(tx, target, arriving);
}

/** As intake takes it, whatever it looks like. */
const asPersons = async (tx: Tx, { secrets }: Intake, { companyId }: Mailbox, arriving: Arriving): Promise<Arriving> =>
  asWritten(secrets, new Set(await ownAddresses(tx, companyId)), { ...arriving, asHuman: true });

const conclude = (
  tx: Tx,
  mail: InboundMail,
  { from, subject }: { from: { name: string; address: string } | null; subject: string },
  target: Ticket,
  messageId: number,
  reasonKey: 'moved' | null = 'moved',
) =>
  concludeMail(tx, mail, {
    outcome: mail.folder_role === 'sent' ? 'own' : 'appended',
    reasonKey,
    reason: null,
    from,
    subject,
    ticketId: target.id,
    messageId,
  });

/** Where the message of a mail is by now; the mail log says where it came in. */
const ticketOf = async (tx: Tx, { message_id: id }: OfMessage): Promise<number | undefined> =>
  id === null
    ? undefined
    : (await tx.row<{ ticket_id: number }>(sql`select ticket_id from messages where id = ${id}`))?.ticket_id;

/** Where the message went out of sight, there is no such mail. */
function requireSeen(caller: Caller, ticket: Ticket | undefined): asserts ticket is Ticket {
  if (!ticket || !sees(caller, ticket)) throw new Problem('not_found', { field: 'data.id' });
}

/** Reports about letters of ours stay what they are. */
const isKeptAsProgram = async (tx: Tx, messageId: number): Promise<boolean> =>
  (await tx.row(
    sql`select 1 from messages where id = ${messageId} and kind = 'inbound' and mail_kind in ('automatic', 'bulk')`,
  )) !== undefined;

const isOfSide = async (tx: Tx, messageId: number): Promise<boolean> =>
  (await tx.row(sql`select 1 from messages where id = ${messageId} and side_id is not null`)) !== undefined;

const ticketByNumber = async (tx: Tx, companyId: number, number: number): Promise<number | undefined> =>
  (
    await tx.row<{ id: number }>(
      sql`select coalesce(merged_into_id, id) as id from tickets where company_id = ${companyId} and number = ${number}`,
    )
  )?.id;

type OfMessage = Pick<InboundMail, 'message_id'>;

/**
 * The mail and the tickets that `find` finds for it, locked. One that is a message hangs on its ticket, as for whoever
 * splits or forgets that one; any other is worked off, and comes first.
 */
async function lockWithTickets(
  tx: Tx,
  id: number,
  find: (mail: OfMessage) => Promise<readonly (number | undefined)[]>,
  moved: () => Error,
): Promise<{ mail: InboundMail; tickets: readonly (Ticket | undefined)[] }> {
  const before = await tx.row<OfMessage>(sql`select message_id from inbound_mails where id = ${id}`);
  if (!before) throw new Problem('not_found', { field: 'data.id' });
  const lock = async () => {
    const mail = await lockMail(tx, id);
    if (mail?.message_id !== before.message_id) throw new ChangedMeanwhile();
    return mail;
  };
  const first = before.message_id === null ? await lock() : undefined;
  const tickets = await lockFound(tx, () => find(before), moved);
  return { mail: first ?? (await lock()), tickets };
}

/** Locks the tickets that are found; `moved` where others are by the time it is their turn, as when one was merged meanwhile. */
async function lockFound(tx: Tx, find: () => Promise<readonly (number | undefined)[]>, moved: () => Error) {
  const ids = await find();
  const tickets = await lockTickets(
    tx,
    ids.filter((id) => id !== undefined),
  );
  const now = await find();
  if (ids.some((id, i) => id !== now[i])) throw moved();
  return ids.map((id) => (id === undefined ? undefined : tickets.get(id)));
}

async function readStored(the: Intake, caller: Caller, id: number) {
  const [row] = await the.db.read<{ company_id: number; size: number } & (RawPlace | { raw_key: null })>(
    { companies: caller.companies },
    sql`select company_id, raw_key, raw_offset, size from inbound_mails m where id = ${id} and ${mailWithinReach(caller, 'm') ?? sql.unsafe('true')}`,
  );
  if (!row || !caller.may(row.company_id, 'inbound-mails.get')) throw new Problem('not_found', { field: 'data.id' });
  if (!caller.may(row.company_id, 'inbound-mails.update')) throw new Problem('forbidden');
  if (row.raw_key === null) throw new Problem('not_in_this_state', { field: 'data.id' });
  const raw = await unlessGone(readRaw(the.files, row));
  if (!raw) throw new Problem('not_in_this_state', { field: 'data.id' });
  const outcome = await the.parser.parse(raw);
  if (outcome.outcome === 'failed') throw new Problem('not_in_this_state', { field: 'data.id' });
  return { row, read: await withParts(the.files, row, raw, outcome.mail) };
}
