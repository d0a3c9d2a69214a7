import { MailFaultError } from './explain-mail-error.ts';
import type { ImapSession } from './open-imap-session.ts';

/** A mail as the server lists it, before its bytes are fetched. */
export type ListedMail = { uid: number; bytes: number; receivedAt: Date; seen: boolean };

/**
 * The raw bytes of listed mails, strictly in their order, whatever order the server answers in (it may choose,
 * RFC 3501 7.4.2). A mail that was expunged meanwhile is passed over; one that is still there but did not come is an
 * error (`message_unreadable`), because passing it over would lose it. No other command may run meanwhile.
 */
export async function* fetchBatch(
  session: ImapSession,
  batch: readonly ListedMail[],
): AsyncGenerator<{ mail: ListedMail; raw: Buffer }, void, undefined> {
  const waiting = [...batch];
  const early = new Map<number, Buffer>();
  const expected = new Set(batch.map(({ uid }) => uid));
  const range = batch.map(({ uid }) => uid).join(',');

  for await (const { uid, source } of session.client.fetch(range, { uid: true, source: true }, { uid: true })) {
    // Servers mix news about flags into the answer.
    if (!source || !expected.delete(uid)) continue;
    early.set(uid, source);
    yield* inOrder(waiting, early);
  }
  if (waiting.length === 0) return;

  const lost = waiting.filter(({ uid }) => !early.has(uid));
  const stillThere = await presentUids(session, lost);
  for (const { uid } of lost) {
    if (stillThere.has(uid)) early.set(uid, await fetchAlone(session, uid));
  }
  waiting.splice(0, waiting.length, ...waiting.filter(({ uid }) => early.has(uid)));
  yield* inOrder(waiting, early);
}

function* inOrder(waiting: ListedMail[], early: Map<number, Buffer>) {
  for (let mail = waiting[0]; mail; mail = waiting[0]) {
    const raw = early.get(mail.uid);
    if (!raw) return;
    waiting.shift();
    early.delete(mail.uid);
    yield { mail, raw };
  }
}

async function presentUids(session: ImapSession, mails: readonly ListedMail[]): Promise<ReadonlySet<number>> {
  const found = await session.client.search({ uid: mails.map(({ uid }) => uid).join(',') }, { uid: true });
  if (Array.isArray(found)) return new Set(found);
  throw session.lastComplaint() ?? new MailFaultError('connection_lost', 'SEARCH failed');
}

async function fetchAlone(session: ImapSession, uid: number): Promise<Buffer> {
  const answer = await session.client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
  const source = answer ? answer.source : undefined;
  if (!source) throw new MailFaultError('message_unreadable', `The server lists message ${uid} but does not send it`);
  return source;
}
