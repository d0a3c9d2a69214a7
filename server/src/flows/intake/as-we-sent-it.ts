import { sesIdOf } from '#channels/email/transport/ses-message-id.ts';
import { idsOfRenamed } from '#domain/messages/index.ts';
import type { Tx } from '#platform/database.ts';
import type { Arriving } from './arriving.ts';

/**
 * Mails with our own Message-IDs beside those by which a provider called our letters instead: such an id, which only those
 * know who have the letter, is as good as the one it stands for.
 */
export async function asWeSentIt(tx: Tx, companyId: number, mails: readonly Arriving[]): Promise<readonly Arriving[]> {
  const given = new Set(mails.flatMap(({ mail }) => idsNamed(mail).flatMap((id) => sesIdOf(id) ?? [])));
  if (given.size === 0) return mails;
  const ours = await idsOfRenamed(tx, companyId, [...given].slice(0, askedMax));
  if (ours.size === 0) return mails;
  const oursOf = (id: string) => ours.get(sesIdOf(id) ?? '');
  const withOurs = (ids: readonly string[]) => ids.flatMap((id) => [id, oursOf(id) ?? []].flat());
  return mails.map((one) => {
    const { mail } = one;
    const { bounce } = mail;
    const original = bounce?.originalMessageId ?? null;
    return {
      ...one,
      mail: {
        ...mail,
        inReplyTo: withOurs(mail.inReplyTo),
        references: withOurs(mail.references),
        bounce: bounce && { ...bounce, originalMessageId: original && (oursOf(original) ?? original) },
      },
    };
  });
}

const askedMax = 1000;

const idsNamed = ({ inReplyTo, references, bounce }: Arriving['mail']): string[] => [
  ...inReplyTo,
  ...references,
  ...(bounce?.originalMessageId ? [bounce.originalMessageId] : []),
];
