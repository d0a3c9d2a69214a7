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
 * Decides what becomes of mails of one mailbox, in their order, and makes it so: customer, ticket, message, attachments,
 * state, news and the entry in the mail log are one fact. Mails that have nothing to do with each other go together.
 */
export async function takeMails(
  tx: Tx,
  secrets: Secrets,
  mailbox: Mailbox,
  arriving: readonly Arriving[],
): Promise<Done[]> {
  const own = await ownAddresses(tx, mailbox.companyId);
  const ours = new Set(own);
  const sent = await asWeSentIt(tx, mailbox.companyId, arriving);
  const mails = sent.map((one) => asWritten(secrets, ours, one));
  const done: Done[] = [];
  while (done.length < mails.length) {
    const group = independent(mails.slice(done.length));
    const facts = await lookUpFacts(tx, secrets, mailbox, own, group);
    const decided = group.map((arriving) => ({ arriving, decision: decideMail(facts, arriving) }));
    done.push(...(await carryOut(tx, secrets, mailbox, onePerTicket(decided))));
  }
  return done;
}

/** Takes one mail. */
export async function takeMail(tx: Tx, secrets: Secrets, mailbox: Mailbox, arriving: Arriving): Promise<Done> {
  const [done] = await takeMails(tx, secrets, mailbox, [arriving]);
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
