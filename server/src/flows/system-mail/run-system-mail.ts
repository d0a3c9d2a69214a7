import fs from 'node:fs/promises';
import path from 'node:path';
import { composeMail } from '#channels/email/transport/compose-mail.ts';
import { logoPart } from '#domain/companies/index.ts';
import type { BrandKey, Brands } from '#platform/brands/brands.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { openLetter } from '#platform/system-letter.ts';
import type { Wake } from '#platform/wake.ts';

type SystemMail = {
  id: number;
  to_name: string;
  to_address: string;
  subject: string;
  sealed_body: string;
  message_id: string;
  attempts: number;
  added: Date;
  brand: BrandKey;
  logo: string | null;
};
export type SendSystemMail = (envelope: { from: string; to: string }, raw: Buffer) => Promise<void>;

const leaseSeconds = 120;
const attemptsMax = 20;

/** Sends Parley's own letters. Each is owed since the transaction that caused it, so none is forgotten or invented. */
export function runSystemMail({
  db,
  files,
  wake,
  log,
  brands,
  secrets,
  send,
}: {
  db: Database;
  files: Files;
  wake: Wake;
  log: Log;
  brands: Brands;
  secrets: Secrets;
  send: SendSystemMail;
}): Loop {
  return runLoop({
    name: 'system mail',
    log,
    wakeOn: (then) => wake.on('outbox', then),
    restSeconds: 10,
    async work() {
      const mail = await db.transaction('system', claim);
      if (!mail) return 'idle';
      const { name, mailFrom } = brands.of(mail.brand);
      try {
        const raw = await composeMail({
          from: { name, address: mailFrom },
          to: [{ name: mail.to_name, address: mail.to_address }],
          subject: mail.subject,
          messageId: `<${mail.message_id}@${mailFrom.split('@').at(-1)}>`,
          date: mail.added,
          ...openLetter(secrets, mail.message_id, mail.sealed_body),
          automatic: 'auto-generated',
          attachments: await logoPart(files, mail.logo),
        });
        await send({ from: mailFrom, to: mail.to_address }, raw);
        await db.transaction('system', (tx) =>
          tx.run(sql`update system_mails set state = 'sent', error = null, sealed_body = null where id = ${mail.id}`),
        );
      } catch (error) {
        log.warn({ err: error, systemMail: mail.id }, 'a system letter has to wait');
        const isGivenUp = mail.attempts >= attemptsMax;
        const words = error instanceof Error ? error.message : String(error);
        await db.transaction('system', (tx) =>
          tx.run(
            sql`update system_mails set state = ${isGivenUp ? 'failed' : 'queued'}, error = ${words.slice(0, 1000)},
                  sealed_body = case when ${isGivenUp} then null else sealed_body end,
                  due_at = now() + make_interval(secs => ${Math.min(3600, 5 * 2 ** mail.attempts)}) where id = ${mail.id}`,
          ),
        );
      }
      return 'more';
    },
  });
}

const claim = (tx: Tx): Promise<SystemMail | undefined> =>
  tx.row<SystemMail>(
    sql`update system_mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
        where id = (select id from system_mails where state = 'queued' and due_at <= now() order by due_at limit 1 for update skip locked)
        returning id, to_name, to_address, subject, sealed_body, message_id, attempts, added, brand, logo`,
  );

/** Without an SMTP server, letters are laid into a folder: `/v1/outbox` shows them on this machine. */
export const intoOutbox =
  (folder: string): SendSystemMail =>
  async ({ to }, raw) => {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${to.replace(/[^a-zA-Z0-9@._-]/g, '_').slice(0, 80)}.eml`;
    const target = path.join(folder, name);
    await fs.writeFile(`${target}.part`, raw, { mode: 0o600 });
    await fs.rename(`${target}.part`, target);
  };
