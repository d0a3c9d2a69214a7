import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { changeSettings, login, logout, self } from '#contract/accounts.ts';
import { confirmEmail, register, sendConfirmation } from '#contract/registration.ts';
import {
  changeOwnSettings,
  confirmEmail as confirm,
  describeSelf,
  endSession,
  type Operators,
  registerPerson,
  sendConfirmationAgain,
  signIn,
} from '#domain/people/index.ts';
import type { Brands } from '#platform/brands/brands.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions, SignedIn } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  publicUrl: () => string;
  brands: Brands;
  operators: Operators;
};

export function mountAccounts(
  app: FastifyInstance,
  { db, sessions, mounted, wake, publicUrl, brands, operators }: Needs,
): void {
  const on = callMounter(app, sessions, mounted);
  // Passwords are dear to check; neither one address nor a crowd may keep us busy with them.
  const registrations = new RateLimiterMemory({ points: 30, duration: 3600 });
  const attempts = new RateLimiterMemory({ points: 60, duration: 60 });
  // Links lead to the configured address, whatever name the request used; that one chooses between two brands and no more.
  const houseOf = (request: FastifyRequest) => ({ publicUrl: publicUrl(), brand: brands.ofHost(request.hostname) });

  /** A browser has one session: what it had ends when somebody signs in with it anew (ASVS 7.2.4). */
  async function startAfresh(was: SignedIn | undefined, reply: FastifyReply, token: string, remember: boolean) {
    if (was) {
      await endSession(db, was.session.id);
      sessions.forget();
      wake.nudge('sessions');
    }
    sessions.open(reply, token, remember);
  }

  on.open(register, async (data, who, { request, reply }) => {
    await within(registrations, request.ip);
    const { userId, token } = await registerPerson(
      db,
      { name: data.name, email: data.email_confirmation, password: data.raw_password, language: data.language ?? 'en' },
      from(request),
      houseOf(request),
    );
    await startAfresh(who, reply, token, true);
    wake.nudge('outbox');
    return { user: { id: userId } };
  });

  on.open(login, async (data, who, { request, reply }) => {
    await within(attempts, request.ip);
    const remember = data.remember ?? false;
    const { userId, token } = await signIn(db, { email: data.email, password: data.password, remember }, from(request));
    await startAfresh(who, reply, token, remember);
    return { user: { id: userId } };
  });

  on.open(logout, async (_data, _who, { request, reply }) => {
    await sessions.close(request, reply);
    return {};
  });

  on.signedIn(self, (_data, { person }) => describeSelf(db, person, operators));

  on.signedIn(changeSettings, async (data, { person }) => {
    await changeOwnSettings(db, person.userId, data);
    return {};
  });

  on.signedIn(sendConfirmation, async (_data, { person }, { request }) => {
    await within(registrations, `again ${request.ip}`);
    const seconds = await sendConfirmationAgain(db, person.userId, houseOf(request));
    wake.nudge('outbox');
    return { next_try_in_seconds: seconds };
  });

  on.open(confirmEmail, async (data, _who, { request }) => {
    await within(attempts, request.ip);
    const { email } = await confirm(db, data.key);
    sessions.forget();
    wake.nudge('sessions');
    wake.nudge('events');
    return { email };
  });
}

const from = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });

export async function within(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    const milliseconds =
      typeof refused === 'object' && refused !== null && 'msBeforeNext' in refused
        ? Number(refused.msBeforeNext)
        : 60_000;
    throw new Problem('too_many_requests', { values: { seconds: Math.ceil(milliseconds / 1000) } });
  }
}
