import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  changeUnconfirmedAddress,
  claimAccount,
  confirmEmail,
  readConfirmation,
  sendConfirmation,
} from '#contract/registration.ts';
import * as accounts from '#domain/accounts/index.ts';
import type { House } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Wake } from '#platform/wake.ts';
import type { LetterLinks } from '../letter-links.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  houseOf: (request: FastifyRequest) => House;
  limits: Limits;
  links: LetterLinks;
};

const confirmationLetters: Limit = { name: 'confirmation-letters', points: 30, seconds: 3600 };
const keys: Limit = { name: 'confirmation-keys', points: 60, seconds: 60 };

/** From a typed address to a confirmed one. */
export function mountConfirmation(
  app: FastifyInstance,
  { db, sessions, mounted, wake, houseOf, limits, links }: Needs,
): void {
  const on = callMounter(app, sessions, mounted);

  on.signedIn(sendConfirmation, async (_data, { person }, { request }) => {
    await limits.take(confirmationLetters, { address: request.ip });
    const { isSent, seconds } = await accounts.sendConfirmationAgain(db, person.userId, houseOf(request));
    wake.nudge('outbox');
    return { is_sent: isSent, next_try_in_seconds: seconds };
  });

  on.signedIn(changeUnconfirmedAddress, async ({ email }, { person }, { request }) => {
    await limits.take(confirmationLetters, { address: request.ip });
    const seconds = await accounts.changeUnconfirmedAddress(db, person.userId, email, houseOf(request));
    sessions.changed();
    wake.nudge('outbox');
    return { next_try_in_seconds: seconds };
  });

  on.open(readConfirmation, async ({ key }, session, { request }) => {
    await limits.take(keys, { address: request.ip });
    const secret = links.secretOf(request, key, 'data.key');
    const it = await accounts.readConfirmation(db, secret, session?.userId);
    return { email: it.email, is_mine: it.isMine, is_first: it.isFirst, is_done: it.isDone };
  });

  on.open(confirmEmail, async ({ key, password }, session, { request }) => {
    await limits.take(keys, { address: request.ip });
    // With a code still owed nobody is the account's (SAFETY A16).
    const userId = session && !session.isHalf ? session.userId : undefined;
    const by = { userId, password, ip: request.ip };
    const secret = links.secretOf(request, key, 'data.key');
    const { email } = await accounts.confirmEmail(db, secret, by, houseOf(request)).finally(toldEverywhere);
    return { email };
  });

  on.open(claimAccount, async ({ key, password }, _session, { request }) => {
    await limits.take(keys, { address: request.ip });
    const { email } = await accounts.claimAccount(db, links.secretOf(request, key, 'data.key'), password);
    toldEverywhere();
    return { email };
  });

  /** The page that waits for it goes on, in whichever browser and process it is. A wrong password may have locked the account. */
  function toldEverywhere() {
    sessions.changed();
    wake.nudge('events');
    wake.nudge('outbox');
    wake.nudge('recovery');
  }
}
