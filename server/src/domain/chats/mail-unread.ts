import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { LetterTools } from '../tickets/index.ts';
import { lockOfChat, mailFromChat } from './mail-from-chat.ts';

type Due = {
  email: string;
  language: QuidgetLanguage;
  is_here: boolean;
};
type Unread = { id: number; author_name: string; body_text: string; files: readonly File[] };
type File = { id: number; name: string; size: number };

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
/** All together: a letter that a mail server refuses for its size tells nobody anything. What is beyond is named, and stays in the chat. */
const filesBytesMax = 10 * 1024 * 1024;

/**
 * Mails what one visitor has not read in the chat that they left, as one letter: an answer to it comes into the same
 * ticket, and so into the same chat. Answers whether anybody was due; whoever left no address reads it when they come back.
 */
export async function mailUnread(tx: Tx, { makeMessageId }: Pick<LetterTools, 'makeMessageId'>): Promise<boolean> {
  const next = await tx.row<{ ticket_id: number }>(
    sql`select ticket_id from chats where mail_due_at <= now() order by mail_due_at limit 1`,
  );
  if (!next) return false;
  const { ticket_id: chatId } = next;
  // The ticket before the chat, as whoever answers in it does, so that nobody waits in a circle.
  await lockOfChat(tx, chatId);
  const due = await tx.row<Due>(
    sql`select v.email, v.language,
          exists (select from watchers w where w.company_id = c.company_id and w.doing <> 'gone' and w.until > now()
            and w.visitor_id in (select v.id union all select d.id from visitors d where d.quidget_id = v.quidget_id and d.external_id = v.external_id)) as is_here
        from chats c join visitors v on v.id = c.visitor_id where c.ticket_id = ${chatId} and c.mail_due_at <= now() for update of c`,
  );
  // Mailed, read or answered once more meanwhile.
  if (!due) return true;
  if (due.is_here) {
    await tx.run(
      sql`update chats set mail_due_at = now() + make_interval(secs => ${laterSeconds}) where ticket_id = ${chatId}`,
    );
    return true;
  }
  const unread = await tx.rows<Unread>(
    sql`select m.id, m.author_name, m.body_text,
          coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size) order by f.id) from attachments f where f.message_id = m.id), '[]') as files
        from chats c join messages m on m.origin_ticket_id = c.ticket_id
        where c.ticket_id = ${chatId} and m.kind = 'outbound' and m.channel = 'chat' and m.id > greatest(c.visitor_read_to, c.mailed_to) order by m.id`,
  );
  const last = unread.at(-1);
  await tx.run(
    sql`update chats set mail_due_at = null, mailed_to = greatest(mailed_to, ${last?.id ?? 0}) where ticket_id = ${chatId}`,
  );
  const said = unread.map(({ author_name: name, body_text: text, files }) => ({
    who: name.split(' ')[0] ?? '',
    text,
    files: files.map((file) => file.name),
  }));
  const attachments = carried(unread.flatMap(({ files }) => files));
  if (last && due.email !== '')
    await mailFromChat(tx, chatId, { email: due.email, ...words[due.language], said, attachments }, makeMessageId);
  return true;
}

function carried(files: readonly File[]): number[] {
  let left = filesBytesMax;
  return files.flatMap(({ id, size }) => {
    if (size > left) return [];
    left -= size;
    return [id];
  });
}
