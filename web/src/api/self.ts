import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { self } from '#contract/accounts.ts';
import { may, type PrivilegeKey } from '#contract/privileges.ts';
import { knowFrom } from '../realtime/known-from.ts';
import { call } from './call.ts';
import { isApiError } from './problem.ts';
import { belongTo, leaveToAnother, markSession, stateAfter, tellOtherTabs } from './session.ts';
import { withChangesUnderWay } from './settings-under-way.ts';

/** Without its bookmark, which is another one each time: the socket alone needs the first. */
export type Self = Omit<z.output<typeof self.answer>, 'bookmark'>;

const selfKey = ['users', self.path, {}] as const;

/** The signed-in person, or null: being signed out is an answer, not an error. `sessionState` tells how far out. */
export const selfQuery = queryOptions({
  queryKey: selfKey,
  queryFn: async ({ signal, client }): Promise<Self | null> => {
    const before = client.getQueryData<Self | null>(selfKey);
    try {
      const { bookmark, ...who } = await call(self, {}, { signal, ignoreUnauthorized: true, asWhoever: true });
      // Until it has left, the page stays whose it was, and signed out: nothing on it goes on as somebody else.
      if (before && before.user.id !== who.user.id) {
        leaveToAnother();
        return before;
      }
      belongTo(who.user.id);
      knowFrom(bookmark);
      markSession('in');
      tellOtherTabs();
      return { ...who, settings: withChangesUnderWay(who.settings) };
    } catch (error) {
      const state = isApiError(error) ? stateAfter(error) : undefined;
      if (!state) throw error;
      // Who was at work stays on the screen, and is asked over it for what is missing.
      markSession(state);
      if (!before) belongTo(null);
      return before ?? null;
    }
  },
});

/** Nobody is signed in, as the server says before anybody asks. */
export function knowSignedOut(client: QueryClient): void {
  markSession('out');
  belongTo(null);
  client.setQueryData(selfKey, null);
}

/** Only under the desk's layout, which lets nobody in who is signed out. */
export function useSelf(): Self {
  const { data } = useSuspenseQuery(selfQuery);
  if (!data) throw new Error('useSelf is for signed-in pages');
  return data;
}

export function useMay(key: PrivilegeKey, companyId?: number): boolean {
  return mayDo(useSelf(), key, companyId);
}

/** Whether the person may do something in a company, or in at least one of theirs when none is named. */
export function mayDo(who: Self, key: PrivilegeKey, companyId?: number): boolean {
  const { privileges } = who;
  return who.roles
    .filter((role) => companyId === undefined || role.company_id === companyId)
    .some((role) => may(role, key, { default: privileges.default, company: privileges.companies[role.company_id] }));
}

/** As it is from now on: what was asked before may not know of what was done since, and is not waited for. */
export function refetchSelf(client: QueryClient): Promise<Self | null> {
  const options = client.defaultQueryOptions({ ...selfQuery, retry: false });
  return client.getQueryCache().build(client, options).fetch(options, { cancelRefetch: true });
}
