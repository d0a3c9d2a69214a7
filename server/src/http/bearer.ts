import { tokenCallsPerMinuteMax } from '#contract/api-tokens.ts';
import type { PrivilegeKey } from '#contract/privileges.ts';
import { findToken, type TokenOfPerson, withinToken } from '#domain/accounts/index.ts';
import { loadPerson, type Person } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { believing } from './believed.ts';

const calls: Limit = { name: 'token calls', points: tokenCallsPerMinuteMax, seconds: 60 };

/** The token of `Authorization: Bearer`; empty when the header says something else. Undefined without the header. */
export function bearerOf(headers: { authorization?: string | undefined }): string | undefined {
  if (headers.authorization === undefined) return undefined;
  return /^Bearer ([\w.~+/=-]{1,200})$/i.exec(headers.authorization)?.[1] ?? '';
}

type Found = { token: TokenOfPerson; person: Person };

/** Lets programs in: by a token, within its scopes, so often and no oftener. */
export function createBearers(db: Database, wake: Wake, limits: Limits) {
  const look = believing<Found | undefined>(wake, async (text) => {
    const token = await findToken(db, text);
    const person = token && (await loadPerson(db, token.userId));
    return token && person ? { token, person } : undefined;
  });

  return {
    /** The person as their token may act here. `scope` undefined: no token may do this. */
    async admit(text: string, scope: PrivilegeKey | undefined, address: string): Promise<Person> {
      const found = text === '' ? undefined : await look(text);
      if (!found) throw new Problem('unauthorized');
      const { token } = found;
      const person = found.person.at(address);
      await limits.take(calls, { text: `token ${token.id}` });
      if (person.closed.some((company) => company.id === token.companyId)) throw new Problem('access_denied_by_ip');
      if (!person.roles.some((role) => role.company_id === token.companyId)) throw new Problem('unauthorized');
      if (person.owesTwoFactor) throw new Problem('google2fa_setup_required');
      if (scope === undefined || !token.scopes.has(scope)) throw new Problem('token_out_of_scope');
      return withinToken(person, token);
    },
  };
}
