import type {
  FetchedMail,
  FolderNumbering,
  FolderRole,
  MailboxPort,
  SkippedMail,
} from '#channels/email/transport/mailbox-port.ts';
import { noteHealth } from '#domain/channel-accounts/index.ts';
import {
  keepRaws,
  keyOfRaws,
  knownHashes,
  type StoredMail,
  storeMails,
  tooLargeWords,
} from '#domain/inbound-mails/index.ts';
import { isSetSince } from '#domain/mailboxes/index.ts';
import { doomBytes, spareFiles } from '#domain/stored-files/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import { type Files, sha256 } from '#platform/files.ts';
import { inOrder } from '#platform/in-order.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { holdsLease, type Lease } from './lease-queries.ts';

/** A worker that has not named what it kept by then has lost its lease long ago. */
const namedWithinMinutes = 60;

/**
 * What a watched mailbox writes into our database. Raw bytes first, as a file; then, in one transaction, the row of the
 * mail and the cursor of its folder. Every write holds the lease, so a worker that lost it cannot move the cursor of the
 * one that took over.
 */
export function storedMailbox(
  { db, files, wake }: { db: Database; files: Files; wake: Wake },
  lease: Lease,
  onLost: () => void,
): MailboxPort {
  const scope = { companies: [lease.company_id] };
  // The server keeps every mail; what a crash undoes here is fetched again, and the cursor goes back with it.
  const leased = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction(
      scope,
      async (tx) => {
        const [isHeld, result] = await Promise.all([holdsLease(tx, lease), work(tx)]);
        if (isHeld) return result;
        onLost();
        throw new Error('Another worker reads this mailbox now');
      },
      { isRepeatable: true },
    );

  type Arriving = { mail: FetchedMail } | { mail: SkippedMail; keptBecause?: { key: string; reason: string } };

  // Mails that come together are kept together, in the order in which they came; a cursor never passes one that is not.
  const keep = inOrder<Arriving, 'stored' | 'known'>(
    async (all) => {
      await failpoint('inbound.fetched');
      const fresh = await keepFresh(all);
      await failpoint('inbound.raw-written');
      const kept = await leased(async (tx) => {
        const stored = await storeMails(tx, [...fresh.values()]);
        const results = new Map([...fresh.keys()].map((one, i) => [one, stored[i]]));
        const named = [...fresh].flatMap(([one, { raw }]) => (raw && results.get(one) === 'stored' ? [raw.key] : []));
        await spareFiles(tx, lease.company_id, [...new Set(named)]);
        await failpoint('inbound.stored');
        for (const last of lastOfEachFolder(all.map(({ mail }) => mail))) await moveCursor(tx, lease, last, last.uid);
        return all.map((one) => results.get(one) ?? 'known');
      });
      await failpoint('inbound.cursor-moved');
      // Also what is known may have waited for these bytes.
      if (fresh.size > 0) {
        wake.nudge('inbound');
        wake.nudge('events');
      }
      return kept;
    },
    { itemsMax: 100 },
  );

  /** Keeps the bytes of mails before anything refers to them; of what is known already, nothing is kept twice. */
  async function keepFresh(all: readonly Arriving[]): Promise<Map<Arriving, StoredMail>> {
    const raws = all.flatMap((one) => {
      const raw = 'raw' in one.mail ? one.mail.raw : one.mail.start;
      return raw ? [{ one, raw, hash: sha256(raw) }] : [];
    });
    const mailbox = { id: lease.id, companyId: lease.company_id };
    const hashes = raws.map(({ hash }) => hash);
    const known = hashes.length > 0 ? await knownHashes(db, mailbox, hashes) : new Set();
    const fresh = raws.filter(({ hash }) => !known.has(hash.toString('hex')));
    const whole = fresh.filter(({ one }) => 'raw' in one.mail);
    // The start of a mail is not as long as its row says: in a file with others it would not be found.
    const groups = [whole, ...fresh.filter((one) => !whole.includes(one)).map((one) => [one])];
    await noteUnnamed(groups.filter((group) => group.length > 0).map((group) => group.map(({ hash }) => hash)));
    const kept = await Promise.all(groups.map((group) => keepRaws(files, lease.company_id, group)));
    const rawOf = new Map(groups.flatMap((group, g) => group.map(({ one }, i) => [one, kept[g]?.[i] ?? null])));
    const stored = new Map<Arriving, StoredMail>();
    for (const one of all) {
      if ('keptBecause' in one && one.keptBecause)
        stored.set(one, { ...placeOf(lease, one.mail), raw: null, keptBecause: one.keptBecause });
      else if (rawOf.has(one)) stored.set(one, { ...placeOf(lease, one.mail), raw: rawOf.get(one) ?? null });
    }
    return stored;
  }

  /** Until rows name them: whoever dies before that leaves no letter on disk of which nobody knows. */
  async function noteUnnamed(groups: readonly (readonly Buffer[])[]): Promise<void> {
    const { company_id } = lease;
    const files = groups.map((hashes) => keyOfRaws(company_id, hashes));
    if (files.length === 0) return;
    const noted = files.map((file_key) => ({ company_id, file_key, from_byte: null, bytes: null }));
    await db.transaction(scope, (tx) => doomBytes(tx, noted, { inMinutes: namedWithinMinutes }));
  }

  return {
    async cursor(_role: FolderRole, path: string) {
      const [row] = await db.read<{ uid_validity: string; last_uid: number }>(
        scope,
        sql`select uid_validity, last_uid from mailbox_folders where mailbox_id = ${lease.id} and path = ${path}`,
      );
      return row ? { uidValidity: row.uid_validity, lastUid: row.last_uid } : null;
    },
    async startAt(folder: FolderNumbering, lastUid: number) {
      await leased((tx) =>
        tx.run(
          sql`insert into mailbox_folders (company_id, mailbox_id, path, role, uid_validity, last_uid) values (${lease.company_id}, ${lease.id}, ${folder.path}, ${folder.role}, ${folder.uidValidity}, ${lastUid})
              on conflict (mailbox_id, path) do update set role = excluded.role, uid_validity = excluded.uid_validity, last_uid = excluded.last_uid, updated = now()`,
        ),
      );
    },
    async startOver({ path }: FolderNumbering) {
      await leased(async (tx) => {
        await tx.run(sql`update mailboxes set account = account + 1 where id = ${lease.id}`);
        await tx.run(sql`delete from mailbox_folders where mailbox_id = ${lease.id} and path = ${path}`);
      });
    },
    store: (mail: FetchedMail) => keep({ mail }),
    async skip(mail: SkippedMail) {
      if (mail.start) {
        await keep({ mail });
        return;
      }
      const reason =
        mail.reason === 'too_large'
          ? tooLargeWords(mail.bytes)
          : `The server could not give it: ${mail.details ?? 'no reason named'}`;
      await keep({ mail, keptBecause: { key: mail.reason, reason } });
    },
    async health(health) {
      await leased(async (tx) => {
        // What came of settings that were changed meanwhile says nothing of those that are there now.
        if (await isSetSince(tx, lease.id, lease.settings_version)) return;
        await noteHealth(tx, { companyId: lease.company_id, entity: 'mailboxes', accountId: lease.id, ...health });
      });
      wake.nudge('events');
    },
    async fetched(at) {
      await leased((tx) => tx.run(sql`update mailboxes set last_fetched_at = ${at} where id = ${lease.id}`));
    },
    async fetchedSince(since) {
      await leased((tx) =>
        tx.run(sql`update mailboxes set fetch_since = null where id = ${lease.id} and fetch_since = ${since}`),
      );
    },
  };
}

const placeOf = (lease: Lease, mail: FetchedMail | SkippedMail) => ({
  companyId: lease.company_id,
  mailboxId: lease.id,
  folder: mail.path,
  role: mail.role,
  uidValidity: mail.uidValidity,
  uid: mail.uid,
  receivedAt: mail.receivedAt,
  size: 'raw' in mail ? mail.raw.byteLength : mail.bytes,
});

/** Where each folder's cursor goes: UIDs come in ascending order. */
function lastOfEachFolder(mails: readonly (FetchedMail | SkippedMail)[]): (FetchedMail | SkippedMail)[] {
  const moving = mails.filter((mail) => mail.cursor === 'moves');
  return [...new Map(moving.map((mail) => [`${mail.path} ${mail.uidValidity}`, mail])).values()];
}

const moveCursor = (tx: Tx, lease: Lease, folder: FolderNumbering, uid: number): Promise<number> =>
  tx.run(
    sql`update mailbox_folders set last_uid = greatest(last_uid, ${uid}), updated = now()
        where mailbox_id = ${lease.id} and path = ${folder.path} and uid_validity = ${folder.uidValidity}`,
  );
