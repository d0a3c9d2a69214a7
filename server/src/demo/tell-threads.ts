import { htmlToText } from '#channels/email/parsing/html-to-text.ts';
import { sanitizeReplyHtml } from '#channels/email/parsing/sanitize-reply-html.ts';
import type { MailAttachment } from '#channels/email/transport/compose-mail.ts';
import { rowsPerWriteMax } from '#contract/entity.ts';
import { type Mailbox, makeMessageId } from '#domain/mailboxes/index.ts';
import { addAttachment, storeAttachmentBytes } from '#domain/messages/index.ts';
import type { Person } from '#domain/people/index.ts';
import { moveTickets, noteOnTicket, replyToTicket, ticketsTable } from '#domain/tickets/index.ts';
import { letterComposer } from '#flows/delivery/compose-letter.ts';
import { disableRows } from '#platform/entities/mark-rows.ts';
import { updateRows } from '#platform/entities/write-rows.ts';
import { sql } from '#platform/sql.ts';
import { makeFile } from './attachments/make-file.ts';
import type { Look } from './conversations/conversation.ts';
import { agentsHtml, customersWords, type Quoted, writeCustomerLetter } from './letters.ts';
import type { PlannedThread, PlannedTurn } from './plan-threads.ts';
import { type Random, seededRandom } from './random.ts';
import { type Storyteller, takeLetter } from './storyteller.ts';

/** A happening of the story. They are told in the order of their moments, whatever thread they belong to. */
export type Step = { readonly at: Date; tell(the: Storyteller): Promise<void> };

/** What later steps need to know of a thread that has begun. */
export type ThreadSoFar = {
  readonly plan: PlannedThread;
  readonly random: Random;
  readonly look: Look;
  ticketId: number | undefined;
  letters: number;
  /** Our last letter: what the customer answers. */
  lastOurs: { messageId: number; id: string; quoted: Quoted } | undefined;
  references: string[];
};

const looks: readonly Look[] = ['plain', 'simple', 'simple', 'office'];

export function beginThread(plan: PlannedThread, seed: number): ThreadSoFar {
  // Everybody writes with one mail program.
  const look = looks[plan.customer.address.length % looks.length] ?? 'plain';
  return {
    plan,
    random: seededRandom(seed),
    look,
    ticketId: undefined,
    letters: 0,
    lastOurs: undefined,
    references: [],
  };
}

/** Everything that happens in a thread, turn by turn, and how it ends. */
export function stepsOf(thread: ThreadSoFar): Step[] {
  const { plan } = thread;
  const steps: Step[] = plan.turns.map((turn) => ({ at: turn.at, tell: (the) => tellTurn(the, thread, turn) }));
  const { endedAt } = plan;
  if (endedAt)
    steps.push({
      at: endedAt,
      tell: (the) => (plan.ending === 'trash' ? throwAway(the, thread) : resolve(the, thread, endedAt)),
    });
  return steps;
}

async function tellTurn(the: Storyteller, thread: ThreadSoFar, turn: PlannedTurn): Promise<void> {
  if (turn.who === 'customer') return tellCustomersLetter(the, thread, turn);
  if (turn.who === 'note') return tellNote(the, thread, turn);
  return tellReply(the, thread, turn);
}

async function tellCustomersLetter(the: Storyteller, thread: ThreadSoFar, turn: PlannedTurn): Promise<void> {
  const { plan, lastOurs } = thread;
  const { customer, conversation } = plan;
  const mailbox = mailboxOf(the, thread);
  const isFirst = thread.letters === 0;
  const id = `<${plan.facts.order}.${turn.at.getTime().toString(36)}.${thread.letters++}@${customer.address.split('@').at(-1)}>`;
  const raw = await writeCustomerLetter({
    from: customer,
    to: { name: mailbox.fromName, address: mailbox.fromEmail },
    language: customer.language,
    look: turn.look ?? (turn.inline && thread.look === 'plain' ? 'simple' : thread.look),
    subject: isFirst ? plan.subject : `Re: ${plan.subject}`,
    text: customersWords(thread.random, customer, turn.text, isFirst),
    at: turn.at,
    messageId: id,
    inReplyTo: lastOurs?.id ?? null,
    references: thread.references,
    quoted: lastOurs?.quoted,
    files: turn.files.map(
      (kind, i): MailAttachment => ({
        ...makeFile(kind, plan.facts),
        inline: turn.inline && i === 0,
        contentId: turn.inline && i === 0 ? `picture-${plan.facts.order}@${conversation.key}` : null,
      }),
    ),
    isProved: thread.random.chance(0.9),
  });
  const decided = await takeLetter(the, mailbox, raw, turn.at);
  if (decided.ticketId === null) throw new Error(`${conversation.key}: the letter became ${decided.outcome}`);
  thread.ticketId ??= decided.ticketId;
  thread.references.push(id);
}

async function tellReply(the: Storyteller, thread: ThreadSoFar, turn: PlannedTurn): Promise<void> {
  const { plan } = thread;
  const person = personOf(the, plan);
  const ticketId = ticketOf(thread);
  const bodyHtml = sanitizeReplyHtml(agentsHtml(plan.agent, plan.customer, turn.text));
  const bodyText = htmlToText(bodyHtml);
  let mailMessageId = '';
  const { messageId } = await replyToTicket(
    the.db,
    {
      ticketId,
      clientId: crypto.randomUUID(),
      bodyHtml,
      bodyText,
      to: [{ name: plan.customer.name, address: plan.customer.address }],
      cc: [],
      bcc: [],
      attachments: await upload(the, person, turn, plan),
      inReplyTo: undefined,
    },
    person,
    {
      textOf: htmlToText,
      makeMessageId: (of) => {
        mailMessageId = makeMessageId(the.secrets, of);
        return mailMessageId;
      },
    },
  );
  the.momentOf.messages.set(messageId, turn.at);
  const mailbox = mailboxOf(the, thread);
  const id = `<${mailMessageId}>`;
  thread.lastOurs = {
    messageId,
    id,
    quoted: { by: { name: mailbox.fromName, address: mailbox.fromEmail }, at: turn.at, text: bodyText.trim() },
  };
  thread.references.push(id);
  if (the.now.getTime() - turn.at.getTime() < sentCopiesDays * 86_400_000)
    await tellSentCopy(the, mailbox, messageId, turn.at);
}

/** The Sent box has been followed for so long; older copies are not in the mail log. */
const sentCopiesDays = 3;

async function tellSentCopy(the: Storyteller, mailbox: Mailbox, messageId: number, at: Date): Promise<void> {
  await the.tx.run(sql`update messages set added = ${at} where id = ${messageId}`);
  const { makeBytes } = await letterComposer(the)(the.tx, mailbox, messageId);
  await takeLetter(the, mailbox, await makeBytes(), new Date(at.getTime() + 5_000), 'sent');
}

async function tellNote(the: Storyteller, thread: ThreadSoFar, turn: PlannedTurn): Promise<void> {
  const bodyHtml = `<p>${turn.text}</p>`;
  const { messageId } = await noteOnTicket(
    the.db,
    {
      ticketId: ticketOf(thread),
      clientId: crypto.randomUUID(),
      bodyHtml,
      bodyText: turn.text,
      attachments: [],
      mentions: [],
    },
    personOf(the, thread.plan),
  );
  the.momentOf.messages.set(messageId, turn.at);
}

async function resolve(the: Storyteller, thread: ThreadSoFar, at: Date): Promise<void> {
  const ticketId = ticketOf(thread);
  await moveTickets(the.db, 'resolve', [ticketId], personOf(the, thread.plan));
  const line = await the.tx.row<{ id: number }>(sql`select max(id) as id from messages where ticket_id = ${ticketId}`);
  if (line) the.momentOf.messages.set(line.id, at);
}

async function throwAway(the: Storyteller, thread: ThreadSoFar): Promise<void> {
  const filter = { conditions: [['id', '=', ticketOf(thread)] as const] };
  await disableRows(the.db, ticketsTable, { filter }, the.company.owner);
}

/** Gives tickets to those who answer them, as many at once as a call takes. */
export async function assignThreads(the: Storyteller, threads: readonly ThreadSoFar[]): Promise<void> {
  for (const [agent, person] of the.company.staff) {
    const mine = threads.filter(({ plan }) => plan.isAssigned && plan.agent === agent && plan.ending !== 'trash');
    for (let at = 0; at < mine.length; at += rowsPerWriteMax) {
      const ids = mine.slice(at, at + rowsPerWriteMax).map(ticketOf);
      const filter = { conditions: [['id', 'in', ids] as const] };
      await updateRows(the.db, ticketsTable, { data: { assignee_id: person.userId }, filter }, person);
    }
  }
  // They took them at the beginning; a line that is written now would stand at the end.
  await the.tx.run(sql`delete from messages where company_id = ${the.company.id} and event_key = 'took'`);
}

async function upload(the: Storyteller, person: Person, turn: PlannedTurn, plan: PlannedThread): Promise<number[]> {
  const ids: number[] = [];
  for (const kind of turn.files) {
    const { name, contentType, bytes } = makeFile(kind, plan.facts);
    const { key, hash } = await storeAttachmentBytes(the.files, the.company.id, bytes);
    const about = { name, contentType, size: bytes.byteLength, key, hash, contentId: null, inline: false };
    ids.push(
      await addAttachment(the.tx, { ...about, companyId: the.company.id, messageId: null, uploadedBy: person.userId }),
    );
  }
  return ids;
}

export function mailboxOf(the: Storyteller, { plan }: ThreadSoFar): Mailbox {
  const mailbox = the.company.mailboxes.get(plan.conversation.product);
  if (!mailbox) throw new Error(`no mailbox for ${plan.conversation.product}`);
  return mailbox;
}

function personOf(the: Storyteller, { agent }: PlannedThread): Person {
  const person = the.company.staff.get(agent);
  if (!person) throw new Error(`${agent.name} does not work here`);
  return person;
}

export function ticketOf({ ticketId, plan }: ThreadSoFar): number {
  if (ticketId === undefined) throw new Error(`${plan.conversation.key} has not begun`);
  return ticketId;
}
