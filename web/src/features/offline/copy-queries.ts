import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

type Copied = { readonly key: QueryKey; readonly data: unknown; readonly at: number };

/** What the cache holds of the chosen queries, as text. */
export function copyQueries(client: QueryClient, isChosen: (query: Query) => boolean): string {
  const copies = client
    .getQueryCache()
    .findAll({ predicate: (query) => query.state.data !== undefined && isChosen(query) })
    .map((query): Copied => ({ key: query.queryKey, data: query.state.data, at: query.state.dataUpdatedAt }));
  return JSON.stringify(copies);
}

/** Puts it back where the cache knows nothing. */
export function putBack(client: QueryClient, text: string): void {
  for (const { key, data, at } of JSON.parse(text) as Copied[])
    if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: at });
}
