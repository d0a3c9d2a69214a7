import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import type { Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { LetterTools } from '../tickets/index.ts';
import { mailFromChat } from './mail-from-chat.ts';
import type { Chat } from './read-chats.ts';

const messagesMax = 500;

const words: Record<QuidgetLanguage, { intro: string; outro: string; you: string; locale: string }> = {
  en: {
    intro: 'You asked for what was said in our chat:',
    outro: 'Answer this letter, or go on in the chat: it is the same conversation.',
    you: 'You',
    locale: 'en-GB',
  },
  ua: {
    intro: 'Ви просили надіслати те, що було сказано в чаті:',
    outro: 'Відповідайте на цей лист або продовжуйте в чаті: це та сама розмова.',
    you: 'Ви',
    locale: 'uk',
  },
};

type Said = { kind: string; name: string; text: string; files: string[]; at: Date };

/**
 * The conversation as a letter to the visitor. Only where somebody of the company has answered: nobody has our mailbox carry
 * their own words to strangers.
 */
export async function mailTranscript(
  tx: Tx,
  chat: Chat,
  { email, language, timeZone }: { email: string; language: QuidgetLanguage; timeZone: string },
  makeMessageId: LetterTools['makeMessageId'],
): Promise<void> {
  const rows = await tx.rows<Said>(
    sql`select m.kind, split_part(m.author_name, ' ', 1) as name, m.body_text as text, m.added as at,
          array(select f.name from attachments f where f.message_id = m.id order by f.id) as files
        from messages m where m.origin_ticket_id = ${chat.ticketId} and m.channel = 'chat' and m.kind in ('inbound', 'outbound')
        order by m.id desc limit ${messagesMax}`,
  );
  if (!rows.some(({ kind }) => kind === 'outbound')) throw new Problem('not_in_this_state', { field: 'data.key' });
  const { intro, outro, you, locale } = words[language];
  const clock = clockOf(locale, timeZone);
  const said = rows.toReversed().map(({ kind, name, text, files, at }) => ({
    who: `${kind === 'inbound' ? you : name}, ${clock.format(at)}`,
    text,
    files,
  }));
  if (!(await mailFromChat(tx, chat.ticketId, { email, intro, said, outro }, makeMessageId)))
    throw new Problem('not_in_this_state', { field: 'data.key' });
}

/** A browser may name a zone that is none. */
function clockOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const how = { dateStyle: 'medium', timeStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...how, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...how, timeZone: 'UTC' });
  }
}
