import { inviteDays } from '#contract/invites.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { createToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { asLetter, type House, type Language, oweLetter, type Person } from '../people/index.ts';
import { inviteLetter, presentable } from './invite-letter.ts';
import type { Place } from './invite-place.ts';

/** Between two letters about the same invitation. */
export const invitePauseSeconds = 60;

/**
 * Owes the letter of an invitation: a new one, or the open one anew, whose letter before is void then. Answers whether the
 * last letter was old enough.
 */
export async function sendInvite(
  tx: Tx,
  place: Place,
  { email, name = null }: { readonly email: string; readonly name?: string | null | undefined },
  inviter: Person,
  house: House,
): Promise<boolean> {
  const { companyId, team, role, scope, isScopeOpen } = place;
  const { token, hash } = createToken();
  const by = await tx.row<{ name: string; language: Language }>(
    sql`select i.name, coalesce((select u.language from users u where lower(u.email) = lower(${email})), i.language) as language from users i where i.id = ${inviter.userId}`,
  );
  if (!by) throw new Error('The inviter is gone');
  const written = await tx.row<{ id: number; name: string | null; is_new: boolean }>(
    sql`insert into invites (company_id, team_id, email, name, key_hash, role, scope, language, invited_by, expires)
          values (${companyId}, ${team?.id ?? null}, ${email}, ${name}, ${hash}, ${role}, ${scope}, ${by.language}, ${inviter.userId}, now() + make_interval(days => ${inviteDays}))
        on conflict (company_id, lower(email), coalesce(team_id, 0)) where accepted_at is null and withdrawn_at is null
        do update set key_hash = excluded.key_hash, role = excluded.role, scope = case when ${isScopeOpen} then invites.scope else excluded.scope end, invited_by = excluded.invited_by, expires = excluded.expires, sent_at = now(), name = coalesce(excluded.name, invites.name)
          where invites.sent_at < now() - make_interval(secs => ${invitePauseSeconds}) returning id, name, xmax = 0 as is_new`,
  );
  if (!written) return false;
  const words = inviteLetter(by.language, {
    brand: house.brand.name,
    company: place.companyName,
    team: team?.name ?? null,
    inviter: by.name,
    role,
    url: `${house.publicUrl}/v1/invite/${token}`,
  });
  const company = { name: place.companyName, logo: place.logo };
  await oweLetter(
    tx,
    asLetter(house.brand, { name: presentable(written.name ?? '') ?? '', address: email }, { ...words, company }),
    house,
  );
  await recordEvents(tx, [
    {
      companyId,
      entity: 'invites',
      action: written.is_new ? 'created' : 'updated',
      entityId: written.id,
      actor: { kind: 'user', id: inviter.userId },
      detail: { after: { email, role, ...(team?.name ? { team: team.name } : {}) } },
    },
  ]);
  return true;
}
