import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { escapeHtml } from '#platform/system-letter.ts';
import { addMessage, oweDelivery } from '../messages/index.ts';
import { type LetterTools, lockTicket, messageEvent, subjectOf } from '../tickets/index.ts';

type Due = {
  ticket_id: number;
  company_id: number;
  email: string;
  language: QuidgetLanguage;
  is_here: boolean;
};
type Unread = { id: number; author_name: string; body_text: string };
type Mailbox = { id: number; from_name: string; from_email: string; case_prefix: string };

const words: Record<QuidgetLanguage, { intro: string; outro: string }> = {
  en: {
    intro: 'You left before you could read our answer in the chat:',
    outro: 'Answer this letter, or go on in the chat: it is the same conversation.',
  },
  ua: {
    intro: 'Ви пішли раніше, ніж прочитали нашу відповідь у чаті:',
    outro: 'Відповідайте на цей лист або продовжуйте в чаті: це та сама розмова.',
  },
};
/** Somebody whose window is open will see it. */
const laterSeconds = 120;

/**
 * Mails what one visitor has not read in the chat that they left, as one letter: an answer to it comes into the same
 * ticket, and so into the same chat. Answers whether anybody was due; whoever left no address reads it when they come back.
 */
export async function mailUnread(tx: Tx, { makeMessageId }: Pick<LetterTools, 'makeMessageId'>): Promise<boolean> {
  const due = await tx.row<Due>(
    sql`select c.ticket_id, c.company_id, v.email, v.language,
          exists (select from watchers w where w.company_id = c.company_id and w.visitor_id = c.visitor_id and w.doing <> 'gone' and w.until > now()) as is_here
        from chats c join visitors v on v.id = c.visitor_id where c.mail_due_at <= now() order by c.mail_due_at limit 1 for update of c skip locked`,
  );
  if (!due) return false;
  const { ticket_id: chatId } = due;
  if (due.is_here) {
    await tx.run(
      sql`update chats set mail_due_at = now() + make_interval(secs => ${laterSeconds}) where ticket_id = ${chatId}`,
    );
    return true;
  }
  const unread = await tx.rows<Unread>(
    sql`select m.id, m.author_name, m.body_text from chats c join messages m on m.origin_ticket_id = c.ticket_id
        where c.ticket_id = ${chatId} and m.kind = 'outbound' and m.channel = 'chat' and m.id > greatest(c.visitor_read_to, c.mailed_to) order by m.id`,
  );
  const last = unread.at(-1);
  await tx.run(
    sql`update chats set mail_due_at = null, mailed_to = greatest(mailed_to, ${last?.id ?? 0}) where ticket_id = ${chatId}`,
  );
  if (last && due.email !== '') await mail(tx, due, unread, makeMessageId);
  return true;
}

async function mail(
  tx: Tx,
  { ticket_id, company_id: companyId, email, language }: Due,
  unread: readonly Unread[],
  makeMessageId: LetterTools['makeMessageId'],
): Promise<void> {
  const named = await lockTicket(tx, ticket_id);
  const ticket = named?.merged_into_id ? await lockTicket(tx, named.merged_into_id) : named;
  if (!ticket || ticket.is_deleted === 1) return;
  const from = await tx.row<Mailbox>(
    sql`select a.id, m.from_name, m.from_email, co.case_prefix from products p join companies co on co.id = p.company_id
          join channel_accounts a on a.company_id = p.company_id and a.kind = 'mailbox' and a.is_deleted = 0 and (a.product_id = p.id or a.id = p.mailbox_id)
          join mailboxes m on m.id = a.id
        where p.company_id = ${companyId} and p.id = ${ticket.product_id} order by a.id = p.mailbox_id desc nulls last, a.id limit 1`,
  );
  // A company without a mailbox has chat alone.
  if (!from) return;
  const { intro, outro } = words[language];
  const said = unread.map(({ author_name: name, body_text: text }) => ({ name: name.split(' ')[0] ?? '', text }));
  const messageId = await addMessage(tx, {
    ...{ companyId, ticketId: ticket.id, kind: 'outbound', direction: 2, channel: 'mail' },
    author: { kind: 'system', id: null, name: from.from_name },
    from: { name: from.from_name, address: from.from_email },
    to: [{ name: '', address: email }],
    subject: subjectOf(ticket, from.case_prefix),
    bodyText: [intro, ...said.map((one) => `${one.name}: ${one.text}`), outro].join('\n\n'),
    bodyHtml: [
      `<p>${escapeHtml(intro)}</p>`,
      ...said.map(
        (one) => `<blockquote><p><strong>${escapeHtml(one.name)}</strong></p>${paragraphs(one.text)}</blockquote>`,
      ),
      `<p>${escapeHtml(outro)}</p>`,
    ].join(''),
    mailKind: 'automatic',
    mailMessageId: makeMessageId({ companyId, ticketId: ticket.id, address: from.from_email }),
  });
  await oweDelivery(tx, {
    ...{ companyId, messageId, ticketId: ticket.id, channelAccountId: from.id, recipients: [email] },
  });
  await recordEvents(tx, [messageEvent(ticket, messageId, systemActor)]);
}

const paragraphs = (text: string): string => `<p>${text.split(/\r?\n/).map(escapeHtml).join('<br>')}</p>`;
