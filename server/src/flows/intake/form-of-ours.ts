import { readMessageId, readSideMessageId, withoutPlus } from '#domain/mailboxes/index.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Arriving } from './arriving.ts';

/**
 * A form on the company's website often writes as the mailbox itself, and names whoever filled it in as Reply-To: that is
 * who wrote, and nobody proved it. No letter of ours comes back as one: those want their answers at an address of ours, carry
 * our Message-ID, or answer something.
 */
export function asFilledIn(secrets: Secrets, own: ReadonlySet<string>, arriving: Arriving): Arriving {
  const { row, mail } = arriving;
  const isOurs = (address: string) => own.has(withoutPlus(address.toLowerCase()));
  const { from, replyTo, messageId } = mail;
  if (row.folder_role === 'sent' || mail.kind !== 'human' || !from || !own.has(from.address.toLowerCase()))
    return arriving;
  const isLetter = mail.inReplyTo.length > 0 || mail.references.length > 0;
  const carriesToken =
    messageId !== null && (readMessageId(secrets, messageId) ?? readSideMessageId(secrets, messageId));
  const [writer] = replyTo;
  if (isLetter || carriesToken || !writer || replyTo.some((one) => isOurs(one.address))) return arriving;
  return { ...arriving, mail: { ...mail, from: writer, authentication: [] } };
}
