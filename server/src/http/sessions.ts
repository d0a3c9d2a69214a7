import type { FastifyReply, FastifyRequest } from 'fastify';
import { endSession, findSession, loadPerson, type Person, type Session, sessionDays } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';

/** How long a changed role or an ended session may still be believed by a process that was not told (SAFETY A9: 1 s). */
const believedMilliseconds = 1000;
const rememberedMax = 10_000;

export type SignedIn = { readonly session: Session; readonly person: Person };

/** Who is behind a request or a socket. */
export interface Sessions {
  /** The token of the request's cookie, if it has one. */
  tokenOf(request: { cookies: Record<string, string | undefined> }): string | undefined;
  find(token: string | undefined): Promise<SignedIn | undefined>;
  require(request: FastifyRequest): Promise<SignedIn>;
  open(reply: FastifyReply, token: string, remember: boolean): void;
  close(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Something about people or sessions changed: nobody is believed from memory any more. */
  forget(): void;
}

export function createSessions(db: Database, wake: Wake, isSecure: boolean): Sessions {
  // `__Host-` binds the cookie to this host and to TLS; on plain localhost browsers refuse it.
  const cookie = isSecure ? '__Host-parley' : 'parley';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const remembered = new Map<string, { found: Promise<SignedIn | undefined>; until: number }>();
  const forget = () => remembered.clear();
  wake.on('sessions', forget);

  async function look(token: string): Promise<SignedIn | undefined> {
    const session = await findSession(db, token);
    const person = session && (await loadPerson(db, session.userId));
    return session && person ? { session, person } : undefined;
  }

  const sessions: Sessions = {
    tokenOf: (request) => request.cookies[cookie],
    async find(token) {
      if (!token || token.length > 100) return undefined;
      const now = performance.now();
      const known = remembered.get(token);
      if (known && known.until > now) return known.found;
      if (remembered.size >= rememberedMax) remembered.clear();
      const found = look(token);
      remembered.set(token, { found, until: now + believedMilliseconds });
      found.catch(() => remembered.delete(token));
      return found;
    },
    async require(request) {
      const found = await sessions.find(sessions.tokenOf(request));
      if (!found) throw new Problem('unauthorized');
      return found;
    },
    open(reply, token, remember) {
      reply.setCookie(cookie, token, remember ? { ...options, maxAge: sessionDays * 24 * 3600 } : options);
    },
    async close(request, reply) {
      const found = await sessions.find(sessions.tokenOf(request));
      if (found) await endSession(db, found.session.id);
      reply.clearCookie(cookie, options);
      forget();
      wake.nudge('sessions');
    },
    forget,
  };
  return sessions;
}
