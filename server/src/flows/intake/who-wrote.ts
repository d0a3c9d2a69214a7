import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { readMessageId, readSideMessageId, withoutPlus } from '#domain/mailboxes/index.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Arriving } from './arriving.ts';

/**
 * A form on the company's website often writes as the mailbox itself, and names whoever filled it in as Reply-To: that is
 * who wrote, and nobody proved it. So does a group, of somebody whose own domain lets nobody else write in its name. No
 * letter of ours comes back as one: those want their answers at an address of ours, carry our Message-ID, or answer
 * something that went to no group.
 */
export function asWritten(secrets: Secrets, own: ReadonlySet<string>, arriving: Arriving): Arriving {
  const { row, mail, asHuman } = arriving;
  if (row.folder_role === 'sent') return arriving;
  const isPassedOn = isOfListOfOurs(own, mail);
  const whole = isPassedOn ? { ...arriving, isPassedOn } : arriving;
  const isOurs = (address: string) => own.has(withoutPlus(address.toLowerCase()));
  const { from, replyTo, messageId } = mail;
  if (!(mail.kind === 'human' || isPassedOn || asHuman) || !from || !own.has(from.address.toLowerCase())) return whole;
  const isLetter = !isPassedOn && (mail.inReplyTo.length > 0 || mail.references.length > 0);
  const carriesToken =
    messageId !== null && (readMessageId(secrets, messageId) ?? readSideMessageId(secrets, messageId));
  const [writer] = replyTo;
  if (isLetter || carriesToken || !writer || replyTo.some((one) => isOurs(one.address))) return whole;
  return { ...whole, mail: { ...mail, from: writer, authentication: [] } };
}

/**
 * A group such as Google's, whose address is one of ours, marks what people write to it as a list does (RFC 2919: the
 * address, with a dot for its @). What a program wrote is known by other marks, before those of a list.
 */
function isOfListOfOurs(own: ReadonlySet<string>, { kind, kindReason }: ParsedMail): boolean {
  const list = kind === 'bulk' && /^list-id:.*<([^<>\s]+)>/i.exec(kindReason)?.[1]?.toLowerCase();
  return Boolean(list) && [...own].some((address) => address.replace('@', '.') === list);
}

/** Whether a person wrote it, and not a program. */
export const isOfPerson = ({ mail, asHuman, isPassedOn }: Arriving): boolean =>
  asHuman === true || isPassedOn === true || mail.kind === 'human';
