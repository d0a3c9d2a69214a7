import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  changeAddress,
  changePassword,
  checkAddressUndo,
  checkReset,
  findOutbox,
  forgetPassword,
  resetPassword,
  undoAddress,
} from '#contract/recovery.ts';
import * as accounts from '#domain/accounts/index.ts';
import type { House } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Wake } from '#platform/wake.ts';
import type { LetterLinks } from '../letter-links.ts';
import { callMounter, type Mounted } from '../mount.ts';
import { findOutboxFor } from '../outbox-page.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  houseOf: (request: FastifyRequest) => House;
  limits: Limits;
  links: LetterLinks;
  /** Undefined where letters leave this machine, or are for nobody to read. */
  outboxKey: string | undefined;
  /** The installation prefers a clear word to keeping secret who has an account. */
  tellsUnknown: boolean;
};

const requests: Limit = { name: 'recovery-requests', points: 20, seconds: 3600 };
const tokens: Limit = { name: 'recovery-tokens', points: 60, seconds: 60 };
const changes: Limit = { name: 'password-changes', points: 20, seconds: 3600 };

/** Lost and changed passwords, changed addresses. */
export function mountRecovery(
  app: FastifyInstance,
  { db, sessions, mounted, wake, houseOf, limits, links, outboxKey, tellsUnknown }: Needs,
): void {
  const on = callMounter(app, sessions, mounted);

  on.open(forgetPassword, async ({ email, language = 'en' }, _session, { request }) => {
    await limits.take(requests, { address: request.ip });
    if (tellsUnknown) await accounts.requireAccount(db, email);
    await accounts.forgetPassword(db, { email, language, brand: houseOf(request).brand.key });
    wake.nudge('recovery');
    return {};
  });

  on.open(checkReset, async ({ token }, _session, { request }) => {
    await limits.take(tokens, { address: request.ip });
    const { email } = await accounts.readReset(db, links.secretOf(request, token, 'data.token'));
    return { email };
  });

  on.open(resetPassword, async ({ token, password }, _session, { request }) => {
    await limits.take(tokens, { address: request.ip });
    const secret = links.secretOf(request, token, 'data.token');
    const { email } = await accounts.resetPassword(db, { token: secret, password }, houseOf(request));
    toldEverywhere();
    return { email };
  });

  on.signedIn(changePassword, async (data, { session }, { request, reply }) => {
    await limits.take(changes, { person: session.userId });
    const the = {
      oldPassword: data.old_password,
      password: data.password,
      revokesTokens: data.revoke_tokens,
      ip: request.ip,
    };
    const renewed = await accounts.changePassword(db, session, the, houseOf(request)).finally(toldEverywhere);
    sessions.renew(reply, renewed);
    return {};
  });

  on.signedIn(changeAddress, async (data, { person }, { request }) => {
    await limits.take(changes, { person: person.userId });
    const the = { ...data, ip: request.ip };
    await accounts.askNewAddress(db, person.userId, the, houseOf(request)).finally(toldEverywhere);
    return {};
  });

  on.open(checkAddressUndo, async ({ key }, _session, { request }) => {
    await limits.take(tokens, { address: request.ip });
    return accounts.readUndo(db, links.secretOf(request, key, 'data.key'));
  });

  on.open(undoAddress, async ({ key }, _session, { request }) => {
    await limits.take(tokens, { address: request.ip });
    const secret = links.secretOf(request, key, 'data.key');
    const { email } = await accounts.takeAddressBack(db, secret, houseOf(request));
    toldEverywhere();
    return { email };
  });

  on.open(findOutbox, async (_data, _session, { request }) =>
    outboxKey === undefined ? { path: null, is_printed: false } : findOutboxFor(request, outboxKey),
  );

  /** A wrong password may have locked the account, too. */
  function toldEverywhere() {
    sessions.changed();
    wake.nudge('events');
    wake.nudge('outbox');
    wake.nudge('recovery');
  }
}
