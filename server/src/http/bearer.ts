import { tokenCallsPerMinuteMax } from '#contract/api-tokens.ts';
import type { PrivilegeKey } from '#contract/privileges.ts';
import { findToken, type TokenOfPerson, withinToken } from '#domain/accounts/index.ts';
import { loadPerson, type Person, suspendedProblem } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Believing } from './believed.ts';

const calls: Limit = { name: 'token calls', points: tokenCallsPerMinuteMax, seconds: 60 };

/** The token of `Authorization: Bearer`; empty when the header says something else. Undefined without the header. */
export function bearerOf(headers: { authorization?: string | undefined }): string | undefined {
  if (headers.authorization === undefined) return undefined;
  return /^Bearer ([\w.~+/=-]{1,200})$/i.exec(headers.authorization)?.[1] ?? '';
}

type Found = { token: TokenOfPerson; person: Person };

/** Lets programs in: by a token, within its scopes, so often and no oftener. */
export function createBearers(db: Database, believing: Believing, limits: Limits) {
  const withPerson = async (token: TokenOfPerson | undefined): Promise<Found | undefined> => {
    const person = token && (await loadPerson(db, token.userId));
    return token && person ? { token, person } : undefined;
  };
  const look = believing(async (token) => withPerson(await findToken(db, { token })));
  const lookAgain = believing(async (id) => withPerson(await findToken(db, { id: Number(id) })));

  return {
    /** The person as their token may act here. `scope` undefined: no token may do this. */
    async admit(
      text: string,
      scope: PrivilegeKey | undefined,
      address: string,
    ): Promise<{ person: Person; tokenId: number }> {
      const found = text === '' ? undefined : await look(text);
      if (!found) throw new Problem('unauthorized');
      const { token } = found;
      const person = found.person.at(address);
      await limits.take(calls, { text: `token ${token.id}` });
      const refusal = refusalOf(token, person, scope);
      if (refusal) throw refusal;
      return { person: withinToken(person, token), tokenId: token.id };
    },
    findOwner: async (text: string): Promise<number | undefined> =>
      text === '' ? undefined : (await look(text))?.token.userId,
    /** The person of a token that was shown before, if it would still be let in. */
    async admitAgain(tokenId: number, scope: PrivilegeKey, address: string): Promise<Person | undefined> {
      const found = await lookAgain(String(tokenId));
      if (!found) return undefined;
      const person = found.person.at(address);
      return refusalOf(found.token, person, scope) === undefined ? withinToken(person, found.token) : undefined;
    },
  };
}

/** What keeps a token that is known out of this request. */
function refusalOf(token: TokenOfPerson, person: Person, scope: PrivilegeKey | undefined): Problem | undefined {
  if (person.closed.some((company) => company.id === token.companyId)) return new Problem('access_denied_by_ip');
  const suspended = person.suspended.find((company) => company.id === token.companyId);
  if (suspended) return suspendedProblem(suspended);
  if (!person.roles.some((role) => role.company_id === token.companyId)) return new Problem('unauthorized');
  if (person.owesTwoFactor) return new Problem('google2fa_setup_required');
  return scope !== undefined && token.scopes.has(scope) ? undefined : new Problem('token_out_of_scope');
}
