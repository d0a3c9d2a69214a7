import type { Answer, ApiClient } from './api-client.ts';

/**
 * Calls that come from an address of their own each, unless one is named, so that no limit by address meets them. For a
 * server that believes the tests like a trusted proxy. `network`: the first half of the addresses, such as `10.9`.
 */
export function callsFrom(network: string) {
  let places = 0;
  return (
    api: ApiClient,
    path: string,
    data: unknown,
    ip = `${network}.${++places >> 8}.${places & 255}`,
    more: Record<string, string> = {},
  ): Promise<Answer> =>
    api.send(path, JSON.stringify({ data }), { 'content-type': 'application/json', 'x-forwarded-for': ip, ...more });
}
