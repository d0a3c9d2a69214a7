import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ssoBegin, ssoFinish, ssoLink, ssoLinks, ssoOffer, ssoUnlink } from '#contract/single-sign-on.ts';
import {
  beginAttempt,
  finishSso,
  linkSso,
  listSsoLinks,
  type OpenedSession,
  type Session,
  type SsoProvider,
  ssoAttemptMinutes,
  unlinkSso,
} from '#domain/accounts/index.ts';
import type { House } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  limits: Limits;
  publicUrl: () => string;
  isSecure: boolean;
  houseOf: (request: FastifyRequest) => House;
  /** Those that the operator configured, in their order. */
  providers: readonly SsoProvider[];
};

/** Each try asks the provider, or checks a password. */
const tries: Limit = { name: 'single-sign-on', points: 60, seconds: 60 };

/** Signing in through the providers of the operator (docs/configuration.md). */
export function mountSso(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, limits, publicUrl, providers } = the;
  const on = callMounter(app, sessions, mounted);
  const cookie = the.isSecure ? '__Host-parley-sso' : 'parley-sso';
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: the.isSecure } as const;
  const callback = () => `${publicUrl()}/v1/callback`;
  const requireAny = () => {
    if (providers.length === 0) throw new Problem('sso_off');
  };

  on.open(ssoOffer, async () => ({ providers: providers.map(({ key, name }) => ({ key, name })) }));

  on.open(ssoBegin, async ({ back, provider }, _was, { request, reply }) => {
    requireAny();
    const chosen = provider === undefined ? providers[0] : providers.find((one) => one.key === provider);
    if (!chosen) throw new Problem('not_found', { field: 'data.provider' });
    await limits.take(tries, { address: request.ip });
    const { url, ...checks } = await chosen.client.begin(callback());
    const browser = await beginAttempt(db, chosen.key, checks, back ?? null);
    reply.setCookie(cookie, browser, { ...cookieOptions, maxAge: ssoAttemptMinutes * 60 });
    return { url };
  });

  on.open(ssoFinish, async ({ search }, was, { request, reply }) => {
    requireAny();
    await limits.take(tries, { address: request.ip });
    const answered = new URL(callback());
    answered.search = search;
    const browser = request.cookies[cookie];
    const finished = await finishSso(db, { answered, browser }, coming(request, reply)).finally(told);
    if ('linkTo' in finished) return { step: 'link' as const, email: finished.linkTo };
    return { step: 'signed_in' as const, ...(await enter(was, reply, finished)) };
  });

  on.open(ssoLink, async ({ password }, was, { request, reply }) => {
    requireAny();
    await limits.take(tries, { address: request.ip });
    const browser = request.cookies[cookie];
    const done = await linkSso(db, { browser, password }, coming(request, reply)).finally(told);
    return enter(was, reply, done);
  });

  on.signedIn(ssoLinks, async (_data, { session }) => ({
    links: await listSsoLinks(db, session.userId, providers),
  }));

  on.signedIn(ssoUnlink, async ({ id }, { session }) => {
    await unlinkSso(db, session.userId, id);
    wake.nudge('events');
    return {};
  });

  const coming = (request: FastifyRequest, reply: FastifyReply) => ({
    from: sessions.from(request, reply),
    house: the.houseOf(request),
    providers,
  });
  /** It may owe a letter; and a try that failed may have locked the account. */
  const told = () => {
    wake.nudge('outbox');
    wake.nudge('recovery');
    wake.nudge('events');
  };

  async function enter(
    was: Session | undefined,
    reply: FastifyReply,
    { opened, back }: { opened: OpenedSession; back: string | null },
  ) {
    reply.clearCookie(cookie, cookieOptions);
    await sessions.startAfresh(reply, was, opened);
    return { google2fa_required: opened.session.isHalf, back };
  }
}
