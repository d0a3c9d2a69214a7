import type { MailErrorKey } from '#contract/mail-errors.ts';

/** What a mailbox suffers that needs nobody yet; of all that has no name of its own: `degraded`. */
export type MailboxTrouble = 'slow' | 'unreachable' | 'degraded';

const slow: ReadonlySet<string> = new Set<MailErrorKey>(['throttled', 'too_many_connections', 'quota']);
const unreachable: ReadonlySet<string> = new Set<MailErrorKey>([
  'host_not_found',
  'dns_failed',
  'connection_refused',
  'unreachable',
  'timed_out',
  'no_greeting',
]);

export function mailboxTroubleOf(key: string | null): MailboxTrouble {
  if (key === null) return 'degraded';
  return slow.has(key) ? 'slow' : unreachable.has(key) ? 'unreachable' : 'degraded';
}
