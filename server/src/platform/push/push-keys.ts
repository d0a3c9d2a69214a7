import webPush from 'web-push';
import type { Database } from '../database.ts';
import type { Secrets } from '../secrets.ts';
import { sql } from '../sql.ts';

/** By which push services know this installation (VAPID, RFC 8292), base64url. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

const context = 'push_keys';

/** The installation's own pair, made when it is first asked for, whichever of several processes asks. */
export async function readPushKeys(db: Database, secrets: Secrets): Promise<PushKeys> {
  const stored = (await readStored(db)) ?? (await store(db, secrets));
  return { publicKey: stored.public_key, privateKey: secrets.open(stored.private_key, context) };
}

type Stored = { public_key: string; private_key: string };

async function readStored(db: Database): Promise<Stored | undefined> {
  const [row] = await db.read<Stored>('system', sql`select public_key, private_key from push_keys`);
  return row;
}

async function store(db: Database, secrets: Secrets): Promise<Stored> {
  const made = webPush.generateVAPIDKeys();
  await db.transaction('system', (tx) =>
    tx.run(
      sql`insert into push_keys (public_key, private_key) values (${made.publicKey}, ${secrets.seal(made.privateKey, context)}) on conflict do nothing`,
    ),
  );
  const stored = await readStored(db);
  if (!stored) throw new Error('the keys of push were not kept');
  return stored;
}
