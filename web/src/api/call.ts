import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { send } from './send.ts';

type Options = { signal?: AbortSignal; patienceMs?: number; ignoreUnauthorized?: boolean; asWhoever?: boolean };

/** Makes a call of the contract. Both sides are typed by it; throws ApiError. */
export async function call<B extends z.ZodType, A extends z.ZodType>(
  the: Call<B, A>,
  data: z.input<B>,
  options: Options = {},
): Promise<z.output<A>> {
  const answer = await send(the.path, { method: the.method, body: { data }, ...options });
  // The server parses its answers by the same contract, so they are not parsed again here.
  return answer.data as z.output<A>;
}

/**
 * A call as a query. Keys start with the noun (`['tickets', 'tickets/counters', {…}]`), so that what changes a noun can
 * invalidate everything that shows it.
 */
export function callQuery<B extends z.ZodType, A extends z.ZodType>(the: Call<B, A>, data: z.input<B>) {
  return queryOptions({
    queryKey: [nounOf(the.path), the.path, data] as const,
    queryFn: ({ signal }) => call(the, data, { signal }),
  });
}

function nounOf(path: string): string {
  return path.split('/')[0] ?? path;
}
