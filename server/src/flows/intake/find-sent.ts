import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import type { Address } from '#contract/messages.ts';
import { withoutPlus } from '#domain/mailboxes/index.ts';
import { customerAddresses } from '#domain/side-conversations/index.ts';
import type { Tx } from '#platform/database.ts';
import { type Arriving, answers } from './arriving.ts';
import { participantsAmong } from './find-side.ts';
import { liveTicket, partnerKey, placeAnswered, type Threads, ticketOfToken, tokensOf } from './find-thread.ts';

/** The ticket of the letter that one from the Sent box answers or passes on: mail programs name it the same way in both. */
export function ticketOfSent(threads: Threads, mail: ParsedMail): number | undefined {
  const named = { ...nobody, inReplyTo: answers(mail), references: [] };
  const [token] = tokensOf(threads.secrets, threads.companyId, named);
  return token ? ticketOfToken(threads, token) : placeAnswered(threads, mail)?.ticketId;
}

export const nobody = { to: [], cc: [], deliveredTo: [] };

/** Whom a letter was sent to, but for mailboxes of the company itself. */
export const sentTo = (own: ReadonlySet<string>, { to, cc, bcc }: ParsedMail): Address[] =>
  [...to, ...cc, ...bcc].filter((one) => !own.has(withoutPlus(one.address.toLowerCase())));

/** `partnerKey` of those among the recipients of letters in the Sent box who are the customer, or take part in the thread. */
export async function findAnswered(
  tx: Tx,
  threads: Threads,
  own: ReadonlySet<string>,
  mails: readonly Arriving[],
): Promise<ReadonlySet<string>> {
  const sent = mails.filter(({ row }) => row.folder_role === 'sent');
  const found = await Promise.all(
    sent.map(async ({ mail }) => {
      const ticket = liveTicket(threads, ticketOfSent(threads, mail));
      const asked = sentTo(own, mail).map((one) => one.address.toLowerCase());
      if (!ticket || asked.length === 0) return [];
      const [customers, participants] = await Promise.all([
        customerAddresses(tx, ticket, asked),
        participantsAmong(tx, ticket, asked),
      ]);
      return [...customers, ...participants].map((address) => partnerKey(ticket, address));
    }),
  );
  return new Set(found.flat());
}
