import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { login, logout } from '#contract/accounts.ts';
import { listLocked as listLockedCall, unlock, unlockByLink as unlockByLinkCall } from '#contract/locked-accounts.ts';
import { endOtherSessions, endSession, getSessions } from '#contract/sessions.ts';
import {
  checkCode,
  confirmTwoFactor as confirmCall,
  disableTwoFactor as disableCall,
  enableTwoFactor,
  forgetDevice,
  makeRecoveryCodes as recoveryCodesCall,
  resetTwoFactor as resetCall,
  twoFactorStatus,
} from '#contract/two-factor.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  describeTwoFactor,
  disableTwoFactor,
  distrustDevice,
  endMyOtherSessions,
  endOneSession,
  lastSignIn,
  listLocked,
  listSessions,
  makeRecoveryCodes,
  passSecondStep,
  requireConfirmedPassword,
  requireOwner,
  resetTwoFactor,
  signIn,
  unlockAddresses,
  unlockByLink,
} from '#domain/accounts/index.ts';
import { type House, type Operators, requireOperator } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import type { LetterLinks } from '../letter-links.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  secrets: Secrets;
  limits: Limits;
  operators: Operators;
  /** In whose name letters are written, and where their links lead. */
  houseOf: (request: FastifyRequest) => House;
  links: LetterLinks;
};

/** Passwords are dear to check; neither one address nor a crowd may keep us busy with them. */
const signIns: Limit = { name: 'sign-ins', points: 60, seconds: 60 };
const resets: Limit = { name: 'two-factor-resets', points: 30, seconds: 3600 };
const unlocks: Limit = { name: 'unlocks', points: 60, seconds: 60 };

/** Signing in with both steps, and what guards it: two-factor, sessions, locks. */
export function mountSignIn(
  app: FastifyInstance,
  { db, sessions, mounted, wake, secrets, limits, operators, houseOf, links }: Needs,
): void {
  const on = callMounter(app, sessions, mounted);
  const needs = (request: FastifyRequest, reply: FastifyReply) => ({
    db,
    secrets,
    from: sessions.from(request, reply),
    house: houseOf(request),
  });
  /** It may owe a letter; and a try that failed may have locked the account. */
  const tellingOutbox = async <T>(work: Promise<T>): Promise<T> =>
    work.finally(() => {
      wake.nudge('outbox');
      wake.nudge('recovery');
    });

  on.open(login, async (data, was, { request, reply }) => {
    await limits.take(signIns, { address: request.ip });
    const the = { ...data, remember: data.remember ?? false };
    const opened = await signIn(db, the, sessions.from(request, reply), houseOf(request)).catch((error: unknown) => {
      wake.nudge('recovery');
      throw error;
    });
    if (opened.hasLetter) wake.nudge('outbox');
    await sessions.startAfresh(reply, was, opened);
    return { user: { id: opened.session.userId }, google2fa_required: opened.session.isHalf };
  });

  on.open(logout, async (_data, _was, { request, reply }) => {
    await sessions.close(request, reply);
    return {};
  });

  on.signedIn(checkCode, async (data, { session }, { request, reply }) => {
    const the = { code: data.code, trust: data.trust_device ?? false };
    const { opened, deviceToken } = await tellingOutbox(passSecondStep(needs(request, reply), session, the));
    if (deviceToken) sessions.nameDevice(reply, deviceToken);
    sessions.renew(reply, opened);
    return { user: { id: session.userId } };
  });

  on.signedIn(twoFactorStatus, (_data, { session }, { request, reply }) =>
    describeTwoFactor(db, session.userId, sessions.from(request, reply)),
  );

  on.signedIn(enableTwoFactor, async (_data, { session }, { request, reply }) => {
    await requireOwner(db, session);
    return beginTwoFactor(needs(request, reply), session.userId);
  });

  on.signedIn(confirmCall, async ({ code }, { session }, { request, reply }) => {
    const done = await tellingOutbox(confirmTwoFactor(needs(request, reply), session, code));
    sessions.renew(reply, done.session);
    return { recovery_codes: done.recoveryCodes };
  });

  on.signedIn(disableCall, async ({ code }, { session }, { request, reply }) => {
    sessions.renew(reply, await tellingOutbox(disableTwoFactor(needs(request, reply), session, code)));
    return {};
  });

  on.signedIn(recoveryCodesCall, async ({ code }, { session }, { request, reply }) => ({
    recovery_codes: await tellingOutbox(makeRecoveryCodes(needs(request, reply), session, code)),
  }));

  on.signedIn(forgetDevice, async ({ id }, { session }) => {
    const isForgotten = await db.transaction('system', (tx) => distrustDevice(tx, session.userId, id));
    if (!isForgotten) throw new Problem('not_found', { field: 'data.id' });
    return {};
  });

  on.signedIn(resetCall, async (data, { person, session }, { request }) => {
    await limits.take(resets, { person: person.userId });
    await requireOwner(db, session);
    await resetTwoFactor(db, person, data.user_id, { operators, house: houseOf(request) });
    sessions.changed();
    wake.nudge('outbox');
    return {};
  });

  on.signedIn(getSessions, async (_data, { session }) => ({
    sessions: await listSessions(db, session),
    last_sign_in: await lastSignIn(db, session),
  }));

  on.signedIn(endSession, async ({ id }, { session }) => {
    await endOneSession(db, session.userId, id);
    sessions.changed();
    return {};
  });

  on.signedIn(endOtherSessions, async (_data, { session }) => {
    const ended = await endMyOtherSessions(db, session);
    sessions.changed();
    return { ended };
  });

  on.signedIn(listLockedCall, async (_data, { person }) => {
    await requireOperator(db, person.userId, operators);
    return { locked: await listLocked(db) };
  });

  on.signedIn(unlock, async ({ ips }, { person, session }) => {
    await requireOperator(db, person.userId, operators);
    await requireConfirmedPassword(db, session);
    return { unlocked: await unlockAddresses(db, ips, person.userId) };
  });

  on.open(unlockByLinkCall, async ({ key }, _was, { request }) => {
    await limits.take(unlocks, { address: request.ip });
    await unlockByLink(db, links.secretOf(request, key, 'data.key'));
    return {};
  });
}
