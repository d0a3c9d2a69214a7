import type { ListResponse } from 'imapflow/lib/types.js';
import { MailFaultError } from './explain-mail-error.ts';
import type { MailFolders } from './mail-settings.ts';
import type { FolderRole } from './mailbox-port.ts';
import type { ImapSession } from './open-imap-session.ts';

export type Folder = { role: FolderRole; path: string };

/**
 * Which folders to follow, the inbox first. A named inbox must exist (`folder_missing` otherwise). A named sent box or
 * spam folder that does not exist is a preset's guess: then, as without a name, the folder's special use decides
 * (RFC 6154), because providers name it in the account's language.
 */
export async function findFolders(session: ImapSession, named: MailFolders): Promise<Folder[]> {
  const listed = await session.client.list();
  const folders: Folder[] = [{ role: 'inbox', path: findInbox(listed, named.inbox ?? 'INBOX') }];
  const sent = named.sent === false ? undefined : findSide(listed, named.sent, '\\Sent');
  if (sent !== undefined) folders.push({ role: 'sent', path: sent });
  const junk = named.junk ? findSide(listed, named.junk, '\\Junk') : undefined;
  if (junk !== undefined) folders.push({ role: 'junk', path: junk });
  return folders.filter(({ path }, index) => folders.findIndex((other) => other.path === path) === index);
}

/** Every folder that can be opened, as a form offers them. */
export function pathsToOpen(listed: readonly ListResponse[]): string[] {
  return listed.filter(canBeOpened).map(({ path }) => path);
}

function findInbox(listed: readonly ListResponse[], name: string): string {
  // INBOX is the one name without case (RFC 3501 5.1), and some servers do not list it.
  if (name.toUpperCase() === 'INBOX') return 'INBOX';
  const path = findNamed(listed, name);
  if (path === undefined) throw new MailFaultError('folder_missing', `Mailbox doesn't exist: ${name}`);
  return path;
}

function findSide(listed: readonly ListResponse[], named: string | true | undefined, use: string): string | undefined {
  const byName = typeof named === 'string' ? findNamed(listed, named) : undefined;
  return byName ?? listed.find((one) => one.specialUse === use && canBeOpened(one))?.path;
}

function findNamed(listed: readonly ListResponse[], name: string): string | undefined {
  return listed.find((one) => one.path === name && canBeOpened(one))?.path;
}

function canBeOpened(folder: ListResponse): boolean {
  return !folder.flags.has('\\Noselect') && !folder.flags.has('\\NonExistent');
}
