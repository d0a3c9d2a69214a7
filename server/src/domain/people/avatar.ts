import crypto from 'node:crypto';
import { avatarPixelsMax, avatarSizes, avatarTypes } from '#contract/profile.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { makeSquares } from '#platform/square-pictures.ts';
import { unlessGone } from '#platform/stream-zip.ts';
import { recordAccountEvent } from './account-events.ts';
import type { Person } from './caller.ts';
import { tellOfPerson } from './profile.ts';

type Size = (typeof avatarSizes)[number];
type Needs = { db: Database; files: Files };

/** Keeps a picture of a person, in the sizes it is shown in. Answers where it is found, below the API's address. */
export async function setAvatar({ db, files }: Needs, userId: number, bytes: Uint8Array): Promise<string> {
  const made = await makeSquares(bytes, { edges: avatarSizes, types: avatarTypes, pixelsMax: avatarPixelsMax });
  const avatar = `avatars/${crypto.randomBytes(20).toString('hex')}`;
  // Bytes before rows: a file that nothing names harms nobody.
  for (const { edge, webp } of made) await files.put(keyOf(avatar, edge), webp);
  await change({ db, files }, userId, avatar);
  return avatar;
}

export const removeAvatar = (needs: Needs, userId: number): Promise<void> => change(needs, userId, null);

/** The picture under this name, if it is of somebody whom the person may see. */
export async function readAvatar(
  { db, files }: Needs,
  person: Pick<Person, 'userId' | 'companies'>,
  name: string,
  edge: Size,
): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{40}$/.test(name)) return undefined;
  const avatar = `avatars/${name}`;
  const [found] = await db.read<object>(
    'system',
    sql`select u.id from users u where u.avatar = ${avatar}
        and (u.id = ${person.userId} or exists (select from roles r where r.user_id = u.id and r.is_deleted = 0 and r.company_id = any (${person.companies}::bigint[])))`,
  );
  return found && avatarBytes(files, avatar, edge);
}

/** A portrait that whoever asks was found to be allowed to see; it may be changed this very moment. */
export const avatarBytes = (files: Files, avatar: string, edge: Size): Promise<Buffer | undefined> =>
  unlessGone(files.get(keyOf(avatar, edge)));

async function change({ db, files }: Needs, userId: number, avatar: string | null): Promise<void> {
  const was = await db.transaction('system', async (tx) => {
    const before = await tx.row<{ avatar: string | null }>(
      sql`select avatar from users where id = ${userId} for no key update`,
    );
    if (!before) throw new Problem('unauthorized');
    if (before.avatar === avatar) return null;
    await tx.run(sql`update users set avatar = ${avatar}, updated = now() where id = ${userId}`);
    await recordAccountEvent(tx, {
      action: 'profile_changed',
      userId,
      detail: { before: { avatar: before.avatar !== null }, after: { avatar: avatar !== null } },
    });
    await tellOfPerson(tx, userId);
    return before.avatar;
  });
  if (was !== null) for (const edge of avatarSizes) await files.remove(keyOf(was, edge));
}

const keyOf = (avatar: string, edge: Size) => `${avatar}-${edge}.webp`;
