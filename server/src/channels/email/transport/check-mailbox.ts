import { mailErrors } from '#contract/mail-errors.ts';
import type { MailboxCheckStep } from '#contract/mailboxes.ts';
import { explainMailError, MailFaultError } from './explain-mail-error.ts';
import { findFolders, pathsToOpen } from './find-folders.ts';
import type { ImapSettings, MailCredentials, MailFolders, SmtpSettings } from './mail-settings.ts';
import { openImapSession } from './open-imap-session.ts';
import { openSmtpSession, SmtpSessionError } from './open-smtp-session.ts';

export type MailboxToCheck = { imap: ImapSettings & { folders: MailFolders }; smtp: SmtpSettings };

/** A form waits for this. */
const checkMillisecondsMax = 30_000;
const answerMilliseconds = 15_000;
const foldersMax = 500;

/**
 * Tries both halves of a mailbox at once, as far as signing in; nothing is sent or changed. Answers `[imap, smtp]`,
 * each with a key, our words and the server's; the IMAP step also names the folders, inbox and sent box first. Never
 * throws, and takes 30 s at most.
 */
export async function checkMailbox({ imap, smtp }: MailboxToCheck): Promise<[MailboxCheckStep, MailboxCheckStep]> {
  return Promise.all([
    step('imap', imap.credentials, (credentials, signal) => tryImap({ ...imap, credentials }, signal)),
    step('smtp', smtp.credentials, (credentials, signal) =>
      trySmtp({ ...smtp, credentials: smtp.credentials && credentials }, signal),
    ),
  ]);
}

async function tryImap(settings: MailboxToCheck['imap'], signal: AbortSignal): Promise<string[]> {
  const session = await openImapSession(settings, { signal, silence: answerMilliseconds });
  try {
    const followed = (await findFolders(session, { ...settings.folders, junk: false })).map(({ path }) => path);
    const all = pathsToOpen(await session.client.list()).toSorted();
    return [...new Set([...followed, ...all])].slice(0, foldersMax);
  } finally {
    await session.end();
  }
}

async function trySmtp(settings: SmtpSettings, signal: AbortSignal): Promise<undefined> {
  const { connection } = await openSmtpSession({ ...settings, answerMilliseconds }, signal);
  connection.quit();
}

type Credentials = ImapSettings['credentials'];

async function step(
  name: MailboxCheckStep['step'],
  credentials: Credentials | null,
  tryIt: (credentials: Credentials, signal: AbortSignal) => Promise<string[] | undefined>,
): Promise<MailboxCheckStep> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new MailFaultError('timed_out', 'No answer')), checkMillisecondsMax);
  let used: MailCredentials | null = null;
  try {
    const folders = await tryIt(async (asked) => {
      used = credentials ? await credentials(asked) : { user: '', pass: '' };
      const secret = 'pass' in used ? used.pass : used.accessToken;
      if (used.user === '' || secret === '')
        throw new MailFaultError('credentials_missing', 'No user name or password');
      return used;
    }, ending.signal);
    const good = { step: name, ok: true, key: null, message: null, details: null, took_ms: took() };
    return folders ? { ...good, folders } : good;
  } catch (error) {
    const cause = ending.signal.aborted
      ? ending.signal.reason
      : error instanceof SmtpSessionError
        ? error.cause
        : error;
    const { key, details } = explainMailError(cause, used);
    return { step: name, ok: false, key, message: mailErrors[key], details, took_ms: took() };
  } finally {
    clearTimeout(timer);
  }
}
