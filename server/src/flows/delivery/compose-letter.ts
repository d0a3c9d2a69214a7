import { composeMail } from '#channels/email/transport/compose-mail.ts';
import type { Address } from '#contract/messages.ts';
import { logoPart } from '#domain/companies/index.ts';
import { type Mailbox, makeReplyAddress, makeSideReplyAddress, splitHeader } from '#domain/mailboxes/index.ts';
import { attachmentsOf } from '#domain/messages/index.ts';
import type { Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { logoContentId } from '#platform/system-letter.ts';

type Letter = {
  id: number;
  company_id: number;
  ticket_id: number;
  side_id: number | null;
  from_name: string;
  from_address: string;
  to_list: Address[];
  cc_list: Address[];
  subject: string;
  body_html: string | null;
  body_text: string;
  logo: string | null;
  mail_message_id: string;
  mail_in_reply_to: string | null;
  mail_references: string[];
  added: Date;
  is_automatic: boolean;
  is_from_alias: boolean;
};

/** `envelopeFrom`: where reports about the letter go. */
export type ReadyLetter = { readonly envelopeFrom: string; readonly makeBytes: () => Promise<Buffer> };
export type ComposeLetter = (tx: Tx, mailbox: Mailbox, messageId: number) => Promise<ReadyLetter>;

/**
 * Reads a message and answers how to make its bytes, outside the transaction. The same message gives the same bytes:
 * a retry is the same letter with the same Message-ID, and the copy in the Sent box is what was sent.
 */
export const letterComposer =
  ({ files, secrets }: { files: Files; secrets: Secrets }): ComposeLetter =>
  async (tx, mailbox, messageId) => {
    const letter = await tx.row<Letter>(
      sql`select id, company_id, origin_ticket_id as ticket_id, side_id, from_name, from_address, to_list, cc_list, subject, ${whole}, logo, mail_message_id, mail_in_reply_to, mail_references, added,
            mail_kind is not distinct from 'automatic' as is_automatic,
            exists (select from mailbox_aliases l where l.mailbox_id = ${mailbox.id} and lower(l.address) = lower(m.from_address)) as is_from_alias
          from messages m where id = ${messageId}`,
    );
    if (!letter) throw new Error(`no message ${messageId}`);
    const attachments = await attachmentsOf(tx, messageId);

    const makeBytes = async () => {
      const logo = await logoPart(files, letter.logo);
      return composeMail({
        from: { name: letter.from_name, address: letter.from_address },
        to: letter.to_list,
        cc: letter.cc_list,
        // Whether a server delivers `alias+anything@…` as well nobody has said.
        replyTo:
          mailbox.usesPlusAddress && !letter.is_from_alias
            ? [
                {
                  name: letter.from_name,
                  address: answerTo(secrets, letter),
                },
              ]
            : [],
        subject: letter.subject,
        messageId: bracketed(letter.mail_message_id),
        inReplyTo: letter.mail_in_reply_to === null ? null : bracketed(letter.mail_in_reply_to),
        references: letter.mail_references.map(bracketed),
        date: letter.added,
        html: logo.length > 0 && letter.body_html ? letter.body_html + logoLine : letter.body_html,
        text: letter.body_text,
        automatic: letter.is_automatic ? 'auto-replied' : null,
        attachments: [
          ...(await Promise.all(
            attachments.map(async (one) => ({
              name: one.name,
              contentType: one.content_type,
              bytes: await files.get(one.file_key),
              contentId: one.content_id,
              inline: one.is_inline === 1,
            })),
          )),
          ...(letter.body_html ? logo : []),
        ],
        extra: mailbox.additionalHeaders.map(splitHeader),
      });
    };
    // A letter from an alias is sent as the alias, so that SPF speaks of its domain.
    return { envelopeFrom: letter.is_from_alias ? letter.from_address : mailbox.fromEmail, makeBytes };
  };

/** What a forwarded letter says of others stands below its own words. */
const whole = sql`case when kind = 'forward' then coalesce(body_html, '') || coalesce(quoted_html, '') else body_html end as body_html,
  case when kind = 'forward' then body_text || quoted_text else body_text end as body_text`;

/** What answers a letter to a third party goes on with them, and nowhere else. */
const answerTo = (secrets: Secrets, { company_id: companyId, side_id: sideId, ...letter }: Letter): string =>
  sideId === null
    ? makeReplyAddress(secrets, { companyId, ticketId: letter.ticket_id, address: letter.from_address })
    : makeSideReplyAddress(secrets, { companyId, sideId, address: letter.from_address });

/** It says nothing that the words above do not. */
const logoLine = `<p><img src="cid:${logoContentId}" width="48" height="48" alt=""></p>`;

const bracketed = (id: string) => `<${id}>`;
