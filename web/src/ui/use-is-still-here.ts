import { useMatch, useRouter } from '@tanstack/react-router';

/**
 * Whether the person is still at the page that this stands on, and not on the way to another one: an answer that comes
 * late takes nobody from where they have gone meanwhile.
 */
export function useIsStillHere(): () => boolean {
  const router = useRouter();
  // The address of the page and not the latest one, which is another as soon as somebody leaves.
  const { pathname } = useMatch({ strict: false });
  return () => router.latestLocation.pathname === pathname;
}
