import type { QueryClient } from '@tanstack/react-query';
import { refetchSelf, selfQuery } from '../api/self.ts';

/** What the person may do, and where, as the page knows it. */
export function rightsIn(client: QueryClient): string {
  const who = client.getQueryData(selfQuery.queryKey);
  return JSON.stringify([who?.roles, who?.privileges, who?.closed_companies, who?.suspended_companies]);
}

/** No event tells of rights that changed while nobody listened, or a moment before: where they are others than `before`, all is asked for again. */
export async function checkRights(client: QueryClient, before: string): Promise<void> {
  await refetchSelf(client).catch(() => {});
  if (rightsIn(client) !== before) await client.invalidateQueries();
}
