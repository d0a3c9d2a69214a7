import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { login, logout, self } from '#contract/accounts.ts';
import { confirmEmail, register, sendConfirmation } from '#contract/registration.ts';
import {
  confirmEmail as confirm,
  describeSelf,
  endSession,
  type Operators,
  registerPerson,
  type Session,
  sendConfirmationAgain,
  signIn,
} from '#domain/people/index.ts';
import type { Brands } from '#platform/brands/brands.ts';
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
  publicUrl: () => string;
  brands: Brands;
  operators: Operators;
  limits: Limits;
};

// Passwords are dear to check; neither one address nor a crowd may keep us busy with them.
const registrations: Limit = { name: 'registrations', points: 30, seconds: 3600 };
const confirmationLetters: Limit = { name: 'confirmation-letters', points: 30, seconds: 3600 };
const attempts: Limit = { name: 'attempts', points: 60, seconds: 60 };

export function mountAccounts(
  app: FastifyInstance,
  { db, sessions, mounted, wake, publicUrl, brands, operators, limits }: Needs,
): void {
  const on = callMounter(app, sessions, mounted);
  // Links lead to the configured address, whatever name the request used; that one chooses between two brands and no more.
  const houseOf = (request: FastifyRequest) => ({ publicUrl: publicUrl(), brand: brands.ofHost(request.hostname) });

  /** A browser has one session: what it had ends when somebody signs in with it anew (ASVS 7.2.4). */
  async function startAfresh(was: Session | undefined, reply: FastifyReply, token: string, remember: boolean) {
    if (was) {
      await endSession(db, was.id);
      sessions.changed();
    }
    sessions.open(reply, token, remember);
  }

  on.open(register, async (data, was, { request, reply }) => {
    await limits.take(registrations, { address: request.ip });
    const { userId, token } = await registerPerson(
      db,
      { name: data.name, email: data.email_confirmation, password: data.raw_password, language: data.language ?? 'en' },
      from(request),
      houseOf(request),
    );
    await startAfresh(was, reply, token, true);
    wake.nudge('outbox');
    return { user: { id: userId } };
  });

  on.open(login, async (data, was, { request, reply }) => {
    await limits.take(attempts, { address: request.ip });
    const remember = data.remember ?? false;
    const { token, session } = await signIn(db, { ...data, remember }, from(request));
    await startAfresh(was, reply, token, remember);
    return { user: { id: session.userId }, google2fa_required: session.isHalf };
  });

  on.open(logout, async (_data, _was, { request, reply }) => {
    await sessions.close(request, reply);
    return {};
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

const from = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
