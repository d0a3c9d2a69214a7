import type { QueryClient } from '@tanstack/react-query';
import { fetchToAct } from '../../../api/fetch-part.ts';
import { learnLater } from '../../../i18n/language.ts';
import { toastError } from '../../../ui/toast.tsx';

/** Fetched when somebody means it. */
export async function purgeLater(client: QueryClient, ids: readonly number[], leave: () => unknown): Promise<void> {
  try {
    const [{ purge }] = await fetchToAct(() => Promise.all([import('./purge.ts'), learnLater('forever')]));
    await purge(client, ids, leave);
  } catch (error) {
    toastError(undefined, error);
  }
}
