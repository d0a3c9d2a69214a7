import { type Mailbox, ownAddresses } from '#domain/mailboxes/index.ts';
import type { Tx } from '#platform/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type Arriving, independent } from './arriving.ts';
import { asWeSentIt } from './as-we-sent-it.ts';
import { carryOut, type Decided, type Done } from './carry-out.ts';
import { decideMail } from './decide-mail.ts';
import { lookUpFacts } from './look-up-facts.ts';
import { asWritten } from './who-wrote.ts';

/**
 * Decides what becomes of the first mails of one mailbox that have nothing to do with each other, and makes it so: customer,
 * ticket, message, attachments, state, news and the entry in the mail log are one fact. Answers what became of them, in
 * their order. Whoever comes after is decided in a transaction of their own, when these are in: their tickets are locked
 * before a number is drawn, as everybody does it.
 */
export async function takeFirst(
  tx: Tx,
  secrets: Secrets,
  mailbox: Mailbox,
  arriving: readonly Arriving[],
): Promise<Done[]> {
  const [own, sent] = await Promise.all([
    ownAddresses(tx, mailbox.companyId),
    asWeSentIt(tx, mailbox.companyId, arriving),
  ]);
  const ours = new Set(own);
  const group = independent(sent.map((one) => asWritten(secrets, ours, one)));
  const facts = await lookUpFacts(tx, secrets, mailbox, own, group);
  const decided = group.map((arriving) => ({ arriving, decision: decideMail(facts, arriving) }));
  return carryOut(tx, secrets, mailbox, onePerTicket(decided));
}

/** Takes one mail. */
export async function takeMail(tx: Tx, secrets: Secrets, mailbox: Mailbox, arriving: Arriving): Promise<Done> {
  const [done] = await takeFirst(tx, secrets, mailbox, [arriving]);
  if (!done) throw new Error('a mail that became nothing');
  return done;
}

/** Up to where a ticket comes up again: what was known of it is then no longer so. */
function onePerTicket(all: readonly Decided[]): readonly Decided[] {
  const seen = new Set<number>();
  for (const [i, { decision }] of all.entries()) {
    const ticket = 'ticket' in decision ? decision.ticket : decision.does === 'open' ? decision.follows : undefined;
    if (!ticket) continue;
    if (seen.has(ticket.id)) return all.slice(0, i);
    seen.add(ticket.id);
  }
  return all;
}
