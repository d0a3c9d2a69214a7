import { createMailParser } from '#channels/email/parsing/mail-parser.ts';
import { keepRaws, type StoredMail, storeMails } from '#domain/inbound-mails/index.ts';
import { makeReplyAddress } from '#domain/mailboxes/index.ts';
import { runIntake } from '#flows/intake/run-intake.ts';
import { filesInFolder, sha256 } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aParley } from '../api/parley-in-process.ts';
import { aCompany, aPerson } from '../api/people.ts';

type Mail = {
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  /** Further ones, as they stand in the mail. */
  headers?: readonly string[];
  /** In place of the text, with its Content-Type among the headers. */
  body?: string;
  folder?: 'inbox' | 'sent';
  receivedAt?: Date;
};
type Entry = {
  outcome: string;
  reason_key: string | null;
  ticket_id: number | null;
  message_id: number | null;
  from_address: string | null;
  subject: string;
  raw_key: string | null;
};

/** Olena's shop, whose mails are taken in as soon as they lie in its mailbox; no mail server is needed for that. */
export async function aShopThatReads() {
  const at = await aParley();
  const { api: olena, id: olenaId } = await aPerson(at);
  const shop = await aCompany(olena, 'Shop', 'LO');
  const parser = createMailParser({ workersMax: 1, threadsMax: 1 });
  const files = filesInFolder(`${at.folder}/files`);
  const intake = runIntake({ ...at, files, parser, log: createLog('silent'), worker: 'the only one' });
  let uids = 0;

  const ask = <Row extends object>(text: ReturnType<typeof sql>): Promise<Row[]> => at.db.read<Row>('system', text);
  const change = (text: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(text));

  async function keep(the: Mail): Promise<StoredMail> {
    const { from = 'Hanna <hanna@lindqvist.test>', to = support, subject = 'A table', headers = [] } = the;
    const { folder = 'inbox', receivedAt = new Date() } = the;
    const uid = ++uids;
    const isNamed = headers.some((line) => line.startsWith('Message-ID'));
    const id = isNamed ? [] : [`Message-ID: <${uid}@x.test>`];
    const lines = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, ...id, ...headers];
    const raw = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${the.body ?? the.text ?? `Words ${uid}`}\r\n`);
    const [kept = null] = await keepRaws(files, shop.companyId, [{ raw, hash: sha256(raw) }]);
    return {
      ...{ companyId: shop.companyId, mailboxId: shop.mailboxId, uidValidity: '1', uid, receivedAt },
      ...{ folder: folder === 'sent' ? 'Sent' : 'INBOX', role: folder, size: raw.byteLength, raw: kept },
    };
  }

  /** Mails come in together, in their order; answers their numbers. */
  async function comeTogether(all: readonly Mail[]): Promise<number[]> {
    const mails: StoredMail[] = [];
    for (const one of all) mails.push(await keep(one));
    await at.db.transaction({ companies: [shop.companyId] }, (tx) => storeMails(tx, mails));
    at.wake.nudge('inbound');
    return mails.map((one) => one.uid);
  }

  /** What became of a mail. */
  const entryOf = (uid: number): Promise<Entry> =>
    waitUntil(async () => {
      const [one] = await ask<Entry>(
        sql`select outcome, reason_key, ticket_id, message_id, from_address, subject, raw_key from inbound_mails where mailbox_id = ${shop.mailboxId} and uid = ${uid}`,
      );
      return one?.outcome !== 'waiting' && one;
    });

  /** A mail comes in; answers what became of it. */
  async function arrives(the: Mail): Promise<Entry> {
    const [uid = 0] = await comeTogether([the]);
    return entryOf(uid);
  }

  return {
    ...{ at, olena, olenaId, shop, arrives, comeTogether, entryOf, ask, change },
    replyAddress: (ticketId: number) =>
      makeReplyAddress(at.secrets, { companyId: shop.companyId, ticketId, address: support }),
    async close() {
      await intake.stop();
      await parser.close();
      await at.close();
    },
  };
}

export type ShopThatReads = Awaited<ReturnType<typeof aShopThatReads>>;
export const support = 'support@shop.test';
export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
