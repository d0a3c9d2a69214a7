import { writerOf } from '#channels/email/parsing/classify-mail.ts';
import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import type { InboundOutcome } from '#contract/inbound-mails.ts';
import type { Address } from '#contract/messages.ts';
import { sideConversationsMax } from '#contract/side-conversations.ts';
import type { Customer, Sender } from '#domain/customers/index.ts';
import type { InboundMail } from '#domain/inbound-mails/index.ts';
import { readMessageId, readSideMessageId } from '#domain/mailboxes/index.ts';
import type { MailPlace } from '#domain/messages/index.ts';
import type { Side } from '#domain/side-conversations/index.ts';
import { reopenDaysMax, type Ticket } from '#domain/tickets/index.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Arriving } from './arriving.ts';
import { nobody, sentTo, ticketOfSent } from './find-sent.ts';
import { isPartner, sideByToken, sideOfPartner, sideTokensOf } from './find-side.ts';
import { findThread, liveTicket, partnerKey, placeAnswered, ticketOfToken, tokensOf } from './find-thread.ts';
import type { Facts } from './look-up-facts.ts';
import { isOfPerson } from './who-wrote.ts';

export type Verdict = {
  readonly outcome: InboundOutcome;
  readonly reasonKey?: string;
  readonly reason?: string;
};

/** Who wrote: a customer, or somebody who will be one. */
export type Author = { readonly known: Customer } | { readonly newcomer: Sender };

export type Report = { readonly address: string; readonly reason: string };

/** What becomes of a mail. */
export type Decision = Verdict &
  (
    | {
        readonly does: 'nothing';
        readonly ticketId?: number;
        /** It speaks to somebody who was forgotten: its entry in the mail log says nothing of them. */
        readonly isForgotten?: true;
      }
    | {
        readonly does: 'open';
        readonly author: Author;
        readonly looksLikeId: number | null;
        readonly isSpam: boolean;
        /** One that was resolved too long ago to be opened again. */
        readonly follows?: Ticket;
      }
    | {
        readonly does: 'append';
        readonly ticket: Ticket;
        readonly author: Author | null;
        readonly as: ParsedMail['kind'];
      }
    | {
        readonly does: 'report';
        readonly ticket: Ticket;
        readonly place: MailPlace;
        readonly failed: readonly Report[];
        /** It speaks of a letter to a third party, and stays with that. */
        readonly side?: Side | undefined;
      }
    | {
        readonly does: 'appendBeside';
        readonly ticket: Ticket;
        readonly side: Side;
        readonly as: ParsedMail['kind'];
      }
    | Joining
  );

/** Decides what becomes of a mail from what is known. Changes nothing. */
export function decideMail(facts: Facts, arriving: Arriving): Decision {
  const { row, mail, asHuman = false } = arriving;
  if (row.folder_role === 'sent') return decideSent(facts, mail);
  const { from } = mail;
  if (!asHuman && from && facts.own.has(from.address.toLowerCase())) {
    const reason = 'It was sent from a mailbox of this company';
    return { outcome: 'own', reasonKey: 'own_address', reason, does: 'nothing' };
  }
  const kind = isOfPerson(arriving) ? 'human' : mail.kind;
  if (kind === 'bounce') return decideBounce(facts, mail);
  if (!from) {
    const reason = 'It names no sender that could be answered';
    return { outcome: 'kept', reasonKey: 'no_sender', reason, does: 'nothing' };
  }
  const writer = writerOf(mail) ?? from;
  const known = facts.customers.get(writer.address.toLowerCase());
  if (kind !== 'human') return decideAutomatic(facts, mail, known);

  const isBlocked = known?.isBlocked && !asHuman;
  const spam = asHuman ? undefined : spamReason(row, mail);
  const same = asHuman ? undefined : sameLetter(facts, arriving, Boolean(isBlocked || spam));
  if (same) {
    const reason = 'It came to another address of ours as well, and is in its ticket already';
    return { outcome: 'appended', reasonKey: 'same_letter', reason, does: 'nothing', ticketId: same.ticketId };
  }
  const author: Author = known ? { known } : { newcomer: writer };
  const place = sideByToken(facts, mail);
  if (place && 'side' in place) return beside(place, 'human');
  if (place) {
    const verdict: Verdict = { outcome: 'new_ticket', reasonKey: 'side_stray', reason: strayReason };
    return { ...verdict, does: 'open', author, looksLikeId: place.strayOf.id, isSpam: false };
  }
  if (isBlocked) {
    const reason = 'Its sender is blocked';
    return { outcome: 'spam', reasonKey: 'blocked', reason, does: 'open', author, looksLikeId: null, isSpam: true };
  }
  const {
    ticket,
    follows,
    looksLike: lookalike,
  } = findThread(facts, mail, facts.mailbox.trustedAuthservId, row.received_at);
  const reached = ticket ?? follows;
  const side = reached && sideOfPartner(facts, reached, mail);
  if (reached && side) return beside({ ticket: reached, side }, 'human');
  if (ticket) return { outcome: 'appended', does: 'append', ticket, author, as: 'human' };
  // Nobody is led to merge what a third party wrote into the thread that the customer gets.
  const looksLike = lookalike && sideOfPartner(facts, lookalike, mail) ? undefined : lookalike;

  if (follows) {
    const reason = `What it answers was resolved more than ${reopenDaysMax} days before`;
    const verdict: Verdict = { outcome: 'new_ticket', reasonKey: 'follows', reason };
    return { ...verdict, does: 'open', author, looksLikeId: null, isSpam: false, follows };
  }

  const verdict: Verdict = spam ? { outcome: 'spam', reasonKey: 'spam', reason: spam } : { outcome: 'new_ticket' };
  return { ...verdict, does: 'open', author, looksLikeId: looksLike?.id ?? null, isSpam: spam !== undefined };
}

const strayReason = 'The customer answered a letter to a third party';

const beside = ({ side, ticket }: { side: Side; ticket: Ticket }, as: ParsedMail['kind']): Decision => ({
  ...(as === 'human' ? { outcome: 'appended', reasonKey: 'side' } : { outcome: 'automatic', reasonKey: as }),
  ...{ does: 'appendBeside', ticket, side, as },
});

/** A program that writes makes nobody a customer, and no ticket: it is kept with the one whose token it carries. */
function decideAutomatic(facts: Facts, mail: ParsedMail, known: Customer | undefined): Decision {
  const verdict: Verdict = { outcome: 'automatic', reasonKey: mail.kind, reason: mail.kindReason };
  const place = sideByToken(facts, mail);
  if (place) return 'side' in place ? { ...beside(place, mail.kind), ...verdict } : { ...verdict, does: 'nothing' };
  const [token] = tokensOf(facts.secrets, facts.companyId, mail);
  const named = token && ticketOfToken(facts, token);
  if (isErased(facts, named)) return { ...verdict, does: 'nothing', isForgotten: true };
  const ticket = liveTicket(facts, named);
  const side = ticket && sideOfPartner(facts, ticket, mail);
  if (ticket && side) return { ...beside({ ticket, side }, mail.kind), ...verdict };
  if (!ticket) return { ...verdict, does: 'nothing' };
  return { ...verdict, does: 'append', ticket, author: known ? { known } : null, as: mail.kind };
}

/** A delivery report speaks of a letter of ours by its Message-ID; who never had the letter cannot know it. */
function decideBounce(facts: Facts, mail: ParsedMail): Decision {
  const original = mail.bounce?.originalMessageId;
  const token = original
    ? (readMessageId(facts.secrets, original) ?? readSideMessageId(facts.secrets, original))
    : undefined;
  const isOurs = token?.companyId === facts.companyId;
  if (isOurs && token && 'ticketId' in token && isErased(facts, token.ticketId))
    return { outcome: 'bounce', reasonKey: 'bounce_unknown', does: 'nothing', isForgotten: true };
  const place = original && isOurs ? facts.placeByLetter.get(original) : undefined;
  const isSent = place?.kind === 'outbound' || place?.kind === 'forward' || place?.kind === 'side_outbound';
  const ticket = isSent ? facts.tickets.get(place.ticketId) : undefined;
  const side = place?.sideId == null ? undefined : facts.sides.byId.get(place.sideId);
  const refused = (mail.bounce?.recipients ?? []).filter((one) => one.action === 'failed');
  const failed = refused.map((one) => ({ address: one.address, reason: one.diagnostic || one.status }));
  const reason = failed.map((one) => one.reason).find(Boolean) ?? mail.subject;
  if (!place || !ticket || (place.sideId !== null && !side))
    return { outcome: 'bounce', reasonKey: 'bounce_unknown', reason, does: 'nothing' };
  const reasonKey = failed.length > 0 ? 'bounce' : 'bounce_delayed';
  return { outcome: 'bounce', reasonKey, reason, does: 'report', ticket, place, failed, side };
}

/** A letter in the Sent box: ours, known already; or written in another mail program, and then it joins its ticket. */
function decideSent(facts: Facts, mail: ParsedMail): Decision {
  const known = mail.messageId ? facts.placeByLetter.get(mail.messageId) : undefined;
  if (known) {
    const reason = 'The copy of a letter sent from here';
    return { outcome: 'own', reasonKey: 'own_copy', reason, does: 'nothing', ticketId: known.ticketId };
  }
  const sidePlace = sideOfSent(facts, mail);
  if (sidePlace) {
    const { side, ticket } = sidePlace;
    const verdict: Verdict = { outcome: 'own', reasonKey: 'own_joined', reason: 'Sent from another mail program' };
    return { ...verdict, does: 'joinBeside', ticket, side };
  }
  const place = ticketOfSent(facts, mail);
  if (isErased(facts, place)) {
    const reason = 'It answers what was forgotten';
    return { outcome: 'own', reasonKey: 'own_unrelated', reason, does: 'nothing', isForgotten: true };
  }
  const ticket = liveTicket(facts, place);
  const joined = ticket && joinSent(facts, mail, ticket);
  if (joined) return { outcome: 'own', reasonKey: 'own_joined', reason: 'Sent from another mail program', ...joined };
  const reason = 'Sent from another mail program; it answers no ticket';
  return { outcome: 'own', reasonKey: 'own_unrelated', reason, does: 'nothing' };
}

/** Our own letters from another mail program. */
type Joining = { readonly ticket: Ticket } & (
  | { readonly does: 'join' }
  | { readonly does: 'joinBeside'; readonly side: Side }
  | { readonly does: 'passOn'; readonly partners: readonly Address[] }
);

/**
 * A letter answers a ticket only where somebody of its thread gets it. One to others alone passes on what it names, beside
 * the ticket: their answers are not for the customer, who waits as before.
 */
function joinSent(facts: Facts, mail: ParsedMail, ticket: Ticket): Joining | undefined {
  const isKnown = mail.to.length + mail.cc.length + mail.bcc.length > 0;
  const to = sentTo(facts.own, mail);
  if (!isKnown || to.some((one) => facts.answered.has(partnerKey(ticket, one.address))))
    return { does: 'join', ticket };
  // To a colleague, or a program's answer to somebody.
  if (to.length === 0 || mail.kind !== 'human') return undefined;
  const sides = facts.sides.ofTicket.get(ticket.id) ?? [];
  const side = sides.find((one) => to.every(({ address }) => isPartner(one, address.toLowerCase())));
  if (side) return { does: 'joinBeside', ticket, side };
  const shown = sentTo(facts.own, { ...mail, bcc: [] });
  const partners = shown.length > 0 ? shown : to;
  return sides.length < sideConversationsMax ? { does: 'passOn', ticket, partners } : undefined;
}

/** Our own letter to a third party: it names one of ours, or one of theirs alone. */
function sideOfSent(facts: Facts, mail: ParsedMail) {
  const [token] = sideTokensOf(facts.secrets, facts.companyId, { ...mail, ...nobody });
  const side = facts.sides.byId.get(token?.sideId ?? placeAnswered(facts, mail, 'sides')?.sideId ?? 0);
  const ticket = side && liveTicket(facts, side.ticket_id);
  return side && ticket ? { side, ticket } : undefined;
}

const isErased = ({ tickets }: Facts, id: number | undefined): boolean =>
  id !== undefined && tickets.get(id)?.erased_at != null;

/**
 * The same Message-ID with other words, or other files, is another letter. Where one copy was taken for spam, the one that was
 * not is the letter.
 */
function sameLetter({ sameLetters }: Facts, { mail, parts }: Arriving, isSpam: boolean) {
  const files = parts.map((part) => part.hash.toString('hex')).sort();
  return sameLetters.find(
    (one) =>
      one.mailMessageId === mail.messageId &&
      one.fromAddress === mail.from?.address.toLowerCase() &&
      one.subject === mail.subject &&
      one.bodyText === mail.text &&
      one.files.join() === files.join() &&
      (isSpam || !one.isSpam),
  );
}

/** What the receiving server thought of it; Parley does not guess. */
function spamReason(row: InboundMail, mail: ParsedMail): string | undefined {
  if (row.folder_role === 'junk') return 'The mail server put it into the spam folder';
  const header = mail.headers.find(
    ([name, value]) => /^x-spam-(flag|status)$/i.test(name) && /^yes\b/i.test(value.trim()),
  );
  return header && `${header[0]}: ${cutLetters(header[1], 200)}`;
}
