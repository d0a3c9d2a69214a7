import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/secrets.ts';

/**
 * Links of letters carry a secret in their address. The browser that follows one gets the secret as a cookie, which no
 * script reads and which goes to the calls of that letter alone, and is sent on to an address with a handle in its place:
 * a word that opens nothing without the cookie. So the secret is in no address bar, history or referrer, and the page
 * may be loaded again.
 */
const callsOf: Readonly<Record<string, string>> = {
  restore: 'forgot',
  'email-confirmation-success': 'email-confirmation',
  'take-address-back': 'change-address',
  unlock: 'locked-account',
  invite: 'invite',
};
const openMinutes = 60;
const secretPattern = /^[\w-]{43}$/;
const handlePattern = /^~[\w-]{16}$/;

export type LetterLinks = {
  /** Sends the browser on when what it asked for is a link of a letter. */
  follow(asked: string, reply: FastifyReply): boolean;
  /** The secret that a call of the letter was given, or whose handle it was given. */
  secretOf(request: FastifyRequest, given: string, field: string): string;
};

export function createLetterLinks(isSecure: boolean): LetterLinks {
  const cookie = isSecure ? '__Secure-parley-letter' : 'parley-letter';
  return {
    follow(asked, reply) {
      const [page = '', secret = '', ...more] = asked.split('/');
      const calls = callsOf[page];
      if (calls === undefined || !secretPattern.test(secret) || more.length > 0) return false;
      reply
        .setCookie(cookie, secret, {
          path: `/v1/api/${calls}`,
          httpOnly: true,
          sameSite: 'strict',
          secure: isSecure,
          maxAge: openMinutes * 60,
        })
        .header('referrer-policy', 'no-referrer')
        .redirect(`/v1/${page}/${handleOf(secret)}`);
      return true;
    },
    secretOf({ cookies }, given, field) {
      if (!handlePattern.test(given)) return given;
      const secret = cookies[cookie];
      if (secret === undefined || handleOf(secret) !== given) throw new Problem('letter_closed', { field });
      return secret;
    },
  };
}

const handleOf = (secret: string): string => `~${hashToken(secret).toString('base64url').slice(0, 16)}`;
