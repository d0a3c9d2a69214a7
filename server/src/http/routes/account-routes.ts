import type { FastifyInstance, FastifyRequest } from 'fastify';
import { self } from '#contract/accounts.ts';
import { register } from '#contract/registration.ts';
import { registerPerson } from '#domain/accounts/index.ts';
import { describeSelf, type House, type Operators } from '#domain/people/index.ts';
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
  operators: Operators;
  limits: Limits;
};

// Passwords are dear to check; neither one address nor a crowd may keep us busy with them.
const registrations: Limit = { name: 'registrations', points: 30, seconds: 3600 };

export function mountAccounts(
  app: FastifyInstance,
  { db, sessions, mounted, wake, houseOf, operators, limits }: Needs,
): void {
  const on = callMounter(app, sessions, mounted);
  on.open(register, async (data, was, { request, reply }) => {
    await limits.take(registrations, { address: request.ip });
    const opened = await registerPerson(
      db,
      { name: data.name, email: data.email_confirmation, password: data.raw_password, language: data.language ?? 'en' },
      sessions.from(request, reply),
      houseOf(request),
    );
    await sessions.startAfresh(reply, was, opened);
    wake.nudge('outbox');
    return { user: { id: opened.session.userId } };
  });

  on.signedIn(self, (_data, { person }) => describeSelf(db, person, operators));
}
