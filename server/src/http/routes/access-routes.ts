import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changePrivileges, getPrivileges, requireTwoFactor } from '#contract/privileges.ts';
import { changeUserAccess, removeUser, takeUserBack, userAccess } from '#contract/users.ts';
import { leaveCompany, returnToCompany } from '#domain/members/index.ts';
import {
  changePrivileges as change,
  changeAccess,
  describeAccess,
  describePrivileges,
  type House,
  requireTwoFactor as require,
} from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  houseOf: (request: FastifyRequest) => House;
  limits: Limits;
};

/** Each makes every process ask anew who everybody is. */
const changes: Limit = { name: 'access-changes', points: 120, seconds: 60 };

/** What people may do: rights by role, and each person's role, scope, teams and products. */
export function mountAccess(app: FastifyInstance, { db, sessions, mounted, wake, houseOf, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  /** Nobody is believed from memory any more; open sockets are asked again. */
  const changed = () => {
    wake.nudge('sessions');
    wake.nudge('events');
    return {};
  };

  on.signedIn(getPrivileges, (data, { person }) => describePrivileges(db, person, data.company_id));

  on.signedIn(changePrivileges, async (data, { person }) => {
    await limits.take(changes, { person: person.userId });
    await change(db, person, data.company_id, data.changes);
    return changed();
  });

  on.signedIn(requireTwoFactor, async ({ company_id, role, is_required, grace_days, seen }, { person }) => {
    await limits.take(changes, { person: person.userId });
    const wanted = { role, isRequired: is_required === 1, graceDays: is_required === 1 ? grace_days : 0 };
    await require(db, person, company_id, wanted, seen);
    return changed();
  });

  on.signedIn(userAccess, (data, { person }) => describeAccess(db, person, data.id));

  on.signedIn(changeUserAccess, async ({ id, company_id, seen, ...wanted }, { person }) => {
    await limits.take(changes, { person: person.userId });
    await changeAccess(db, person, { userId: id, companyId: company_id }, wanted, seen);
    return changed();
  });

  on.signedIn(removeUser, async ({ id, company_id, hand_to }, { person }, { request }) => {
    await limits.take(changes, { person: person.userId });
    const leaving = { userId: id, companyId: company_id, handTo: hand_to ?? null };
    const handedOver = await leaveCompany(db, person, leaving, houseOf(request));
    wake.nudge('outbox');
    changed();
    return { handed_over: handedOver };
  });

  on.signedIn(takeUserBack, async ({ id, company_id }, { person }) => {
    await limits.take(changes, { person: person.userId });
    const handedBack = await returnToCompany(db, person, { userId: id, companyId: company_id });
    changed();
    return { handed_back: handedBack };
  });
}
