import type { Database, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { endOtherSessions } from '../accounts/index.ts';
import { holdRepliesOf } from '../drafts/index.ts';
import { withdrawInvitesOf } from '../invites/index.ts';
import { handOverLetters } from '../new-letters/index.ts';
import { asLetter, type House, type Language, oweLetter, type Person, removeFromCompany } from '../people/index.ts';
import { handOverTickets, mayIn, requireAssignee } from '../tickets/index.ts';
import { handedOverLetter } from './handed-over-letter.ts';

type Leaving = { readonly userId: number; readonly companyId: number; readonly handTo: number | null };

/**
 * Takes somebody out of a company with all that follows: what they still had to do goes to somebody else or to nobody, letters
 * that wait are held for somebody else to decide, their programs stop, invitations to them are void, and who works nowhere else is signed out. Answers how many tickets
 * were handed over.
 */
export async function leaveCompany(db: Database, editor: Person, the: Leaving, house: House): Promise<number> {
  const { userId, companyId, handTo } = the;
  let handedOver = 0;
  await removeFromCompany(db, editor, the, async (tx) => {
    const heir = handTo === null ? undefined : await findHeir(tx, the, handTo);
    handedOver = await handOverTickets(tx, { companyId, from: userId, to: handTo }, editor);
    const keeper = await findKeeper(tx, the, editor.userId);
    const replies = await holdRepliesOf(tx, { companyId, userId, keeper, heir: handTo });
    const letters = await handOverLetters(tx, { companyId, userId, keeper, heir: handTo });
    const got = { tickets: handedOver, letters: replies + (keeper === handTo ? letters : 0) };
    if (heir && handTo !== editor.userId && got.tickets + got.letters > 0) await tellHeir(tx, heir, got, house);
    await tx.run(
      sql`update api_tokens set revoked = now() where user_id = ${userId} and company_id = ${companyId} and revoked is null`,
    );
    await withdrawInvitesOf(tx, { companyId, userId }, editor.userId);
    const other = await tx.row(
      sql`select 1 from roles r join companies c on c.id = r.company_id and c.is_deleted = 0 where r.user_id = ${userId} and r.is_deleted = 0 limit 1`,
    );
    if (!other) await endOtherSessions(tx, userId, null);
  });
  return handedOver;
}

type Heir = { name: string; email: string; language: Language; leaver: string; company: string; logo: string | null };

async function findHeir(tx: Tx, { companyId, userId }: Leaving, handTo: number): Promise<Heir> {
  const heir = await tx.row<Heir>(
    sql`select u.name, u.email, u.language, l.name as leaver, c.company_name as company, c.logo
        from roles r join users u on u.id = r.user_id and u.is_deleted = 0 join companies c on c.id = r.company_id join users l on l.id = ${userId}
        where r.company_id = ${companyId} and r.user_id = ${handTo} and r.user_id <> ${userId} and r.is_deleted = 0 for share of r`,
  );
  if (!heir) throw new Problem('not_found', { field: 'data.hand_to' });
  await requireAssignee(tx, companyId, handTo, 'data.hand_to');
  return heir;
}

/** Who decides about letters, of those who write any and see all tickets: the heir, or whoever removes, or the most senior. */
async function findKeeper(tx: Tx, { companyId, userId, handTo }: Leaving, editorId: number): Promise<number> {
  const others = await tx.rows<{ id: number; scope: string }>(
    sql`select r.user_id as id, r.scope from roles r join users u on u.id = r.user_id and u.is_deleted = 0
        where r.company_id = ${companyId} and r.user_id <> ${userId} and r.is_deleted = 0
        order by r.user_id is not distinct from ${handTo}::bigint desc, r.user_id = ${editorId} desc, r.level desc, r.user_id`,
  );
  for (const { id, scope } of others)
    if (scope === 'company' && (await mayIn(tx, { companyId, userId: id }, 'messages.create'))) return id;
  const keeper = editorId === userId ? others[0]?.id : editorId;
  if (keeper === undefined) throw new Error('a company whose last administrator left');
  return keeper;
}

async function tellHeir(tx: Tx, heir: Heir, got: { tickets: number; letters: number }, house: House): Promise<void> {
  const words = handedOverLetter(heir.language, { ...heir, ...got, url: `${house.publicUrl}/v1/tickets` });
  const company = { name: heir.company, logo: heir.logo };
  await oweLetter(tx, asLetter(house.brand, { name: heir.name, address: heir.email }, { ...words, company }), house);
}
