import type { FastifyReply, FastifyRequest } from 'fastify';
import { personHeader } from '#contract/accounts.ts';
import type { Access } from '#contract/call.ts';
import type { PrivilegeKey } from '#contract/privileges.ts';
import {
  endSession,
  type From,
  findSignedIn,
  type OpenedSession,
  type Session,
  sessionDays,
  signOut,
} from '#domain/accounts/index.ts';
import { isShutOut, onlySuspended, type Person, suspendedProblem } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import { createToken } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { bearerOf, createBearers } from './bearer.ts';
import { createBelief } from './believed.ts';

const daySeconds = 24 * 3600;
/** As long as browsers keep any cookie (RFC 6265bis). */
const deviceDays = 400;

/** What somebody was let in by. A link that is made for it ends with it. */
export type Holder = { readonly kind: 'session' | 'token'; readonly id: number };

export type SignedIn = { readonly session: Session; readonly person: Person };

/** What somebody shows who asks to come in: a request of HTTP, or the one that a socket began with. */
export type Asking = Pick<FastifyRequest, 'cookies' | 'headers' | 'ip'>;

/**
 * Who is behind a request or a socket, and whether they may come in.
 *
 * Every door asks `require`: calls (with the `access` of the contract), entities, files, letters, sockets. It takes two
 * steps, and each rule has one place: `find` reads who it is from what is shown (a cookie; other proofs belong there),
 * and `refusalOf` says what keeps that person out of this request (a code that is owed; where they come from belongs
 * there). What is found is believed until rights change; what keeps somebody out is asked every time.
 */
export interface Sessions {
  /** What the cookie of a session is called. */
  readonly cookie: string;
  /** Whoever it is, a half session too: nobody is let in by being found. */
  find(asking: Asking): Promise<SignedIn | undefined>;
  /** Whose account it is that asks, by a session or a token, however little either may do: for what is told of them. */
  findAccount(asking: Asking): Promise<number | undefined>;
  /** Lets in, or throws why not: `unauthorized`, `access_denied_by_ip`, `company_suspended`, `google2fa_required`, `google2fa_setup_required`. */
  require(asking: Asking, access?: Exclude<Access, 'public'>): Promise<SignedIn>;
  /** As `require`, and lets in a program whose API token has this scope; `require` lets in none. */
  admit(asking: Asking, scope: PrivilegeKey): Promise<{ readonly person: Person; readonly holder: Holder }>;
  /** Who was let in by this, if they would be again, here and now. For links, which come without a cookie. */
  admitHolder(holder: Holder, asking: Asking, scope: PrivilegeKey): Promise<Person | undefined>;
  /** Where somebody comes from, for a way in. A browser gets a device cookie, by which its owner's account knows it again. */
  from(request: FastifyRequest, reply: FastifyReply): From;
  /** Hands the browser its token. What session it had before ends: a browser has one (ASVS 7.2.4). */
  startAfresh(reply: FastifyReply, was: Session | undefined, opened: OpenedSession): Promise<void>;
  /** Hands the browser the new token of the session it has. */
  renew(reply: FastifyReply, opened: OpenedSession): void;
  /** What the device cookie says from now on. */
  nameDevice(reply: FastifyReply, device: string): void;
  close(asking: Asking, reply: FastifyReply): Promise<void>;
  /** Something about people or sessions changed: nobody is believed from memory any more, in any process. */
  changed(): void;
}

export function createSessions(db: Database, wake: Wake, limits: Limits, isSecure: boolean): Sessions {
  const believing = createBelief(db, wake);
  const bearers = createBearers(db, believing, limits);
  // `__Host-` binds the cookie to this host and to TLS; on plain localhost browsers refuse it.
  const cookie = isSecure ? '__Host-parley' : 'parley';
  const deviceCookie = `${cookie}-device`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const look = believing((token) => findSignedIn(db, { token }));
  const lookAgain = believing((id) => findSignedIn(db, { id: Number(id) }));

  const hand = (reply: FastifyReply, { token, isRemembered }: OpenedSession) =>
    reply.setCookie(cookie, token, isRemembered ? { ...options, maxAge: sessionDays * daySeconds } : options);

  const sessions: Sessions = {
    cookie,
    async find({ cookies, headers, ip }) {
      // Who shows a token is a program: a cookie that came along speaks for nobody.
      if (bearerOf(headers) !== undefined) return undefined;
      const token = cookies[cookie];
      if (!token || token.length > 100) return undefined;
      const found = await look(token);
      return found && { session: found.session, person: found.person.at(ip) };
    },
    async findAccount(asking) {
      const bearer = bearerOf(asking.headers);
      if (bearer !== undefined) return bearers.findOwner(bearer);
      return (await sessions.find(asking))?.person.userId;
    },
    async require(asking, access = 'session') {
      const bearer = bearerOf(asking.headers);
      if (bearer !== undefined) await bearers.admit(bearer, undefined, asking.ip);
      const found = await sessions.find(asking);
      if (!found) throw new Problem('unauthorized');
      const refusal = refusalOf(found, access);
      if (refusal) throw refusal;
      // A half session opens nothing, so nobody does anything in its name.
      if (access !== 'half' && isOfAnother(asking, found)) throw new Problem('unauthorized');
      return found;
    },
    async admit(asking, scope) {
      const bearer = bearerOf(asking.headers);
      if (bearer !== undefined) {
        const { person, tokenId } = await bearers.admit(bearer, scope, asking.ip);
        return { person, holder: { kind: 'token', id: tokenId } };
      }
      const { person, session } = await sessions.require(asking);
      return { person, holder: { kind: 'session', id: session.id } };
    },
    async admitHolder({ kind, id }, { ip }, scope) {
      if (kind === 'token') return bearers.admitAgain(id, scope, ip);
      const found = await lookAgain(String(id));
      const here = found && { ...found, person: found.person.at(ip) };
      return here && refusalOf(here, 'session') === undefined ? here.person : undefined;
    },
    from(request, reply) {
      const shown = request.cookies[deviceCookie];
      const device = shown && /^[\w-]{43}$/.test(shown) ? shown : createToken().token;
      if (device !== shown) sessions.nameDevice(reply, device);
      return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', device };
    },
    async startAfresh(reply, was, opened) {
      if (was) {
        await endSession(db, was.id);
        sessions.changed();
      }
      hand(reply, opened);
    },
    renew(reply, opened) {
      sessions.changed();
      hand(reply, opened);
    },
    nameDevice(reply, device) {
      reply.setCookie(deviceCookie, device, { ...options, maxAge: deviceDays * daySeconds });
    },
    async close(asking, reply) {
      const found = await sessions.find(asking);
      if (found) await signOut(db, found.session);
      reply.clearCookie(cookie, options);
      sessions.changed();
    },
    changed() {
      wake.nudge('sessions');
    },
  };
  return sessions;
}

/** Whether the page that asks was somebody else's, who was at work in this browser before. */
const isOfAnother = ({ headers }: Asking, { person }: SignedIn): boolean =>
  headers[personHeader] !== undefined && headers[personHeader] !== String(person.userId);

/** What keeps somebody who is known out of this request. */
function refusalOf({ session, person }: SignedIn, access: Exclude<Access, 'public'>): Problem | undefined {
  if (isShutOut(person)) return new Problem('access_denied_by_ip');
  if (access === 'half') return undefined;
  if (session.isHalf) return new Problem('google2fa_required');
  const suspended = onlySuspended(person);
  if (suspended) return suspendedProblem(suspended);
  if (access === 'setup') return undefined;
  return person.owesTwoFactor ? new Problem('google2fa_setup_required') : undefined;
}
