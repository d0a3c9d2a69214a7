import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type House, recordAccountEvent } from '../people/index.ts';
import { noteDevice, tellOfDevice, trustDevice } from './devices.ts';
import { completeSession, type From, type OpenedSession, type Session } from './sessions.ts';
import { withCode } from './two-factor.ts';

/**
 * Takes the code a half session owes and makes the session whole, under a new token. With `trust` this browser owes no
 * code for 30 days; `deviceToken` is then what its device cookie must say from now on.
 */
export async function passSecondStep(
  needs: { db: Database; secrets: Secrets; from: From; house: House },
  session: Session,
  the: { code: string; trust: boolean },
): Promise<{ opened: OpenedSession; deviceToken: string | undefined }> {
  if (!session.isHalf) throw new Problem('not_in_this_state');
  const { from, house } = needs;
  return withCode(needs, session, the.code, { isOn: true }, async (tx) => {
    const opened = await completeSession(tx, session.id, from);
    if (!opened) throw new Problem('unauthorized');
    const { userId } = session;
    const noted = await noteDevice(tx, userId, from);
    if (noted) await tellOfDevice(tx, noted, from, house);
    await recordAccountEvent(tx, { action: 'second_step_passed', userId });
    await recordAccountEvent(tx, { action: 'signed_in', userId });
    const deviceToken = the.trust && from.device !== undefined ? await trustDevice(tx, userId, from.device) : undefined;
    return { opened, deviceToken };
  });
}
