import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

type Copied = { readonly key: QueryKey; readonly data: object | undefined; readonly at: number };

/** What the cache holds of the chosen queries, as text. */
export function copyQueries(client: QueryClient, isChosen: (query: Query) => boolean): string {
  const copies = client
    .getQueryCache()
    .findAll({ predicate: (query) => query.state.data !== undefined && isChosen(query) })
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }));
  return JSON.stringify(copies);
}

/**
 * Puts it back where the cache knows nothing; without one's own drafts: what was kept of them may have been sent or written on
 * since, and what this browser keeps of them itself is newer.
 */
export function putBack(client: QueryClient, text: string): void {
  for (const { key, data, at } of JSON.parse(text) as Copied[])
    if (client.getQueryData(key) === undefined)
      client.setQueryData(key, key[0] === 'drafts' ? { ...data, mine: undefined } : data, { updatedAt: at });
}
