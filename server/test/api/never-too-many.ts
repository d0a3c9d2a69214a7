import { createLimits, type Limits } from '#platform/limits.ts';

/** For stories in which one place asks oftener than people do: how often is not what they are about. */
export async function neverTooMany(): Promise<Limits> {
  return { ...(await createLimits({ onError: () => {} })), take: () => Promise.resolve() };
}
