import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from './problem.ts';

/** Refusals do not change by asking again; silence and a busy server may. */
const attemptsMax = 3;

/** `tell`: what to do about a call that failed and that nobody speaks for; one that shows its failure itself says `meta: { isShown: true }`. */
export function makeQueryClient(tell: (error: unknown) => void = () => {}): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _values, _before, { options, meta }) => {
        if (!options.onError && meta?.isShown !== true) tell(error);
      },
    }),
    defaultOptions: {
      queries: {
        // The socket says what changed; a refetch on focus is the net under it.
        staleTime: 30_000,
        retry: (failures, error) => failures < attemptsMax && mayPass(error) && navigator.onLine,
        // Without a network the answer is that there is none: waiting in silence would look like work.
        networkMode: 'always',
        refetchOnReconnect: true,
        throwOnError: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function mayPass(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 502);
}
