import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { caseNumbersIn } from '#domain/companies/index.ts';
import type { InboundMail } from '#domain/inbound-mails/index.ts';
import type { StoredParts } from './store-parts.ts';

/** A mail that has been read, and its attachments stored: ready to be decided about. */
export type Arriving = {
  readonly row: InboundMail;
  readonly mail: ParsedMail;
  readonly parts: StoredParts;
  /** It was too large to be fetched: this is what it begins with. */
  readonly isOnlyStart?: boolean;
  /** A list passed it on whose address is one of ours: a person wrote it, whatever else it looks like. */
  readonly isPassedOn?: boolean;
  /** A person's word against what it was classified as. */
  readonly asHuman?: boolean;
};

/** The letter says that there is more of it than was fetched, or than can be shown. */
export function whatIsMissing({ row, mail, isOnlyStart }: Pick<Arriving, 'row' | 'mail' | 'isOnlyStart'>): {
  event?: { key: string; values: Record<string, unknown> };
} {
  if (isOnlyStart) return { event: { key: 'too_large', values: { bytes: row.size } } };
  return mail.unreadable ? { event: { key: 'unreadable', values: { what: mail.unreadable } } } : {};
}

/** What it answers, nearest first: the letter itself, then the chain from its end. */
export const answers = (mail: Pick<ParsedMail, 'inReplyTo' | 'references'>): string[] =>
  [...mail.inReplyTo, ...mail.references.toReversed()].slice(0, answersMax);
const answersMax = 50;

/**
 * The first mails that have nothing to do with each other: no answer among them to another, no two in one thread. What is
 * known of them before holds for all, so they can be decided at once; whoever comes after is decided when they are in.
 */
export function independent(mails: readonly Arriving[]): readonly Arriving[] {
  const seen = new Set<string>();
  for (const [i, { mail }] of mails.entries()) {
    const mine = namesOf(mail);
    if (mine.some((name) => seen.has(name))) return mails.slice(0, i);
    for (const name of mine) seen.add(name);
  }
  return mails;
}

/** Everything by which a thread is recognised. */
function namesOf(mail: ParsedMail): string[] {
  const letters = [mail.messageId, mail.bounce?.originalMessageId, ...mail.inReplyTo, ...mail.references];
  const addresses = [...mail.to.map((one) => one.address), ...mail.cc.map((one) => one.address), ...mail.deliveredTo];
  return [
    ...letters.filter((id) => id != null),
    ...addresses.filter((address) => address.includes('+')),
    ...caseNumbersIn(mail.subject).map(({ prefix, number }) => `[${prefix}-${number}]`),
  ];
}
