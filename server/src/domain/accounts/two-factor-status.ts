import type { z } from 'zod';
import type { twoFactorStatus } from '#contract/two-factor.ts';
import type { Database } from '#platform/database.ts';
import { hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { askedForTwoFactor } from '../people/index.ts';
import { describeDevice } from './describe-device.ts';
import type { From } from './sessions.ts';

type Status = z.input<typeof twoFactorStatus.answer>;
type Row = Omit<Status, 'trusted_devices'> & {
  devices: {
    id: number;
    ip: string;
    user_agent: string;
    trusted_until: string;
    last_used: string;
    is_current: boolean;
  }[];
};

/** Answers `google2fa/status`. The secret and the recovery codes are never told again. */
export async function describeTwoFactor(db: Database, userId: number, from: From): Promise<Status> {
  const [row] = await db.read<Row>(
    'system',
    sql`select f.confirmed_at is not null as is_on, to_char(f.confirmed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since,
          exists (select ${askedForTwoFactor(sql`u.id`)}) as is_required,
          (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used is null) as recovery_codes_left,
          (select coalesce(json_agg(json_build_object('id', d.id, 'ip', d.ip, 'user_agent', d.user_agent,
              'trusted_until', to_char(d.trusted_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
              'last_used', to_char(d.last_used at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
              'is_current', d.token_hash = ${hashToken(from.device ?? '')}) order by d.last_used desc), '[]')
             from devices d where d.user_id = u.id and d.trusted_until > now()) as devices
        from users u left join two_factors f on f.user_id = u.id where u.id = ${userId}`,
  );
  if (!row) throw new Error('a signed-in person has a row');
  const { devices, ...status } = row;
  const trusted = devices.map(async ({ user_agent, ip, ...device }) => ({
    ...(await describeDevice({ ip, user_agent })),
    ...device,
  }));
  return { ...status, trusted_devices: await Promise.all(trusted) };
}
