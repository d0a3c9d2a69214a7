import type { FastifyInstance, FastifyRequest } from 'fastify';
import { self } from '#contract/accounts.ts';
import { confirmEmail, register, sendConfirmation } from '#contract/registration.ts';
import {
  confirmEmail as confirm,
  describeSelf,
  type House,
  type Operators,
  registerPerson,
  sendConfirmationAgain,
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
  operators: Operators;
  limits: Limits;
};

// Passwords are dear to check; neither one address nor a crowd may keep us busy with them.
const registrations: Limit = { name: 'registrations', points: 30, seconds: 3600 };
const confirmationLetters: Limit = { name: 'confirmation-letters', points: 30, seconds: 3600 };
const attempts: Limit = { name: 'attempts', points: 60, seconds: 60 };

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

  on.signedIn(sendConfirmation, async (_data, { person }, { request }) => {
    await limits.take(confirmationLetters, { address: request.ip });
    const seconds = await sendConfirmationAgain(db, person.userId, houseOf(request));
    wake.nudge('outbox');
    return { next_try_in_seconds: seconds };
  });

  on.open(confirmEmail, async (data, _was, { request }) => {
    await limits.take(attempts, { address: request.ip });
    const { email } = await confirm(db, data.key);
    sessions.changed();
    wake.nudge('events');
    return { email };
  });
}
