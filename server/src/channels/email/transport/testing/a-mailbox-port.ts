import { createHash } from 'node:crypto';
import type { FetchedMail, FolderRole, MailboxHealth, MailboxPort, SkippedMail } from '../mailbox-port.ts';

export type PortInMemory = MailboxPort & {
  /** Every mail that was new, in the order it came. */
  mails: FetchedMail[];
  /** How often a mail came that was there already. */
  known: number;
  skipped: SkippedMail[];
  healths: MailboxHealth[];
  historiesFetched: Date[];
  cursors: Map<string, { uidValidity: string; lastUid: number }>;
  /** Set to make the next calls of `store` fail, as a database that is away does. */
  storeFails: boolean;
  failedStores: number;
  subjects(role?: FolderRole): string[];
};

/** A port that keeps its promises as the database does: by numbering and UID, and by the hash of the bytes. */
export function aMailboxPort(): PortInMemory {
  const hashes = new Set<string>();
  const places = new Set<string>();
  const move = ({ role, path, uidValidity, uid, cursor }: FetchedMail | SkippedMail) => {
    const at = port.cursors.get(`${role}/${path}`);
    if (cursor === 'moves' && at?.uidValidity === uidValidity) at.lastUid = Math.max(at.lastUid, uid);
  };
  const port: PortInMemory = {
    mails: [],
    known: 0,
    skipped: [],
    healths: [],
    historiesFetched: [],
    cursors: new Map(),
    storeFails: false,
    failedStores: 0,
    subjects: (role) => port.mails.filter((mail) => !role || mail.role === role).map(({ raw }) => subjectOf(raw)),
    async cursor(role, path) {
      const cursor = port.cursors.get(`${role}/${path}`);
      return cursor ? { ...cursor } : null;
    },
    async startAt({ role, path, uidValidity }, lastUid) {
      port.cursors.set(`${role}/${path}`, { uidValidity, lastUid });
    },
    async startOver({ role, path }) {
      port.cursors.delete(`${role}/${path}`);
      places.clear();
    },
    async store(mail) {
      if (port.storeFails) {
        port.failedStores++;
        throw new Error('the database is away');
      }
      const hash = createHash('sha256').update(mail.raw).digest('hex');
      const place = `${mail.uid} ${mail.uidValidity} ${mail.path}`;
      const isKnown = hashes.has(hash) || places.has(place);
      hashes.add(hash);
      places.add(place);
      move(mail);
      if (isKnown) port.known++;
      else port.mails.push(mail);
      return isKnown ? 'known' : 'stored';
    },
    async skip(mail) {
      move(mail);
      port.skipped.push(mail);
    },
    async health(health) {
      port.healths.push(health);
    },
    async fetched() {},
    async fetchedSince(since) {
      port.historiesFetched.push(since);
    },
  };
  return port;
}

function subjectOf(raw: Buffer): string {
  return /^Subject: (.*)$/m.exec(raw.toString('latin1'))?.[1]?.trim() ?? '(no subject)';
}
