import { MailFaultError } from './explain-mail-error.ts';
import { findFolders } from './find-folders.ts';
import type { ImapSettings, MailFolders } from './mail-settings.ts';
import { type ImapSession, openImapSession } from './open-imap-session.ts';

export type SentCopy = 'appended' | 'already_there' | 'no_sent_folder';

/**
 * Puts a sent mail into the Sent box, read, unless a mail with its Message-ID is there: Gmail and Exchange Online put
 * it there themselves a few seconds after SMTP took it, so wait some 10 s before asking. Safe to repeat. Opens a
 * connection of its own, which the signal closes; throws what connecting or the server says.
 */
export async function appendToSent(
  settings: ImapSettings & { folders: Pick<MailFolders, 'sent'> },
  raw: Buffer,
  signal?: AbortSignal,
): Promise<SentCopy> {
  const session = await openImapSession(settings, signal ? { signal } : {});
  try {
    const { sent } = settings.folders;
    const folder = (await findFolders(session, { sent })).find(({ role }) => role === 'sent');
    if (!folder) return 'no_sent_folder';
    if (await isThere(session, folder.path, messageIdOf(raw))) return 'already_there';
    const appended = await session.client.append(folder.path, raw, ['\\Seen']);
    if (!appended) throw session.lastComplaint() ?? new MailFaultError('connection_lost', 'APPEND failed');
    return 'appended';
  } finally {
    await session.end();
  }
}

async function isThere(session: ImapSession, path: string, messageId: string | null): Promise<boolean> {
  if (messageId === null) return false;
  // Not read-only: imapflow would take it that the copy may not be marked as read either.
  await session.client.mailboxOpen(path);
  const found = await session.client.search({ header: { 'message-id': messageId } }, { uid: true });
  if (!Array.isArray(found)) throw session.lastComplaint() ?? new MailFaultError('connection_lost', 'SEARCH failed');
  return found.length > 0;
}

function messageIdOf(raw: Buffer): string | null {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.toString('latin1', 0, end < 0 ? raw.length : end).replace(/\r\n[ \t]+/g, ' ');
  return /^message-id:\s*(<[^>\s]+>)/im.exec(headers)?.[1] ?? null;
}
