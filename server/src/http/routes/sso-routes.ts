import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ssoBegin, ssoFinish, ssoLink, ssoOffer } from '#contract/single-sign-on.ts';
import {
  beginAttempt,
  finishSso,
  linkSso,
  type OpenedSession,
  type Session,
  type SsoPolicy,
  ssoAttemptMinutes,
} from '#domain/accounts/index.ts';
import type { House } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { OidcClient } from '#platform/oidc/oidc-client.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

export type Sso = { readonly name: string; readonly client: OidcClient; readonly policy: SsoPolicy };
type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  limits: Limits;
  publicUrl: () => string;
  isSecure: boolean;
  houseOf: (request: FastifyRequest) => House;
  /** Null: none is configured. */
  sso: Sso | null;
};

/** Each try asks the provider, or checks a password. */
const tries: Limit = { name: 'single-sign-on', points: 60, seconds: 60 };

/** Signing in through the provider of the operator (docs/configuration.md). */
export function mountSso(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, limits, publicUrl, sso } = the;
  const on = callMounter(app, sessions, mounted);
  const cookie = the.isSecure ? '__Host-parley-sso' : 'parley-sso';
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: the.isSecure } as const;
  const callback = () => `${publicUrl()}/v1/callback`;
  const configured = (): Sso => {
    if (!sso) throw new Problem('not_found');
    return sso;
  };

  on.open(ssoOffer, async () => ({ name: sso?.name ?? null }));

  on.open(ssoBegin, async ({ back }, _was, { request, reply }) => {
    const { client } = configured();
    await limits.take(tries, { address: request.ip });
    const { url, ...checks } = await client.begin(callback());
    const browser = await beginAttempt(db, checks, back ?? null);
    reply.setCookie(cookie, browser, { ...cookieOptions, maxAge: ssoAttemptMinutes * 60 });
    return { url };
  });

  on.open(ssoFinish, async ({ search }, was, { request, reply }) => {
    const { client, policy } = configured();
    await limits.take(tries, { address: request.ip });
    const answered = new URL(callback());
    answered.search = search;
    const browser = request.cookies[cookie];
    const finished = await finishSso(db, { oidc: client, answered, browser }, coming(request, reply, policy)).finally(
      told,
    );
    if ('linkTo' in finished) return { step: 'link' as const, email: finished.linkTo };
    return { step: 'signed_in' as const, ...(await enter(was, reply, finished)) };
  });

  on.open(ssoLink, async ({ password }, was, { request, reply }) => {
    const { policy } = configured();
    await limits.take(tries, { address: request.ip });
    const browser = request.cookies[cookie];
    const done = await linkSso(db, { browser, password }, coming(request, reply, policy)).finally(told);
    return enter(was, reply, done);
  });

  const coming = (request: FastifyRequest, reply: FastifyReply, policy: SsoPolicy) => ({
    from: sessions.from(request, reply),
    house: the.houseOf(request),
    policy,
  });
  /** A try that failed may have owed a letter, too. */
  const told = () => {
    wake.nudge('outbox');
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
