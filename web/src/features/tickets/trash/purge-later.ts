import type { QueryClient } from '@tanstack/react-query';
import { learnLater } from '../../../i18n/language.ts';

/** Fetched when somebody means it. */
export async function purgeLater(client: QueryClient, ids: readonly number[], leave: () => unknown): Promise<void> {
  const [{ purge }] = await Promise.all([import('./purge.ts'), learnLater('forever')]);
  return purge(client, ids, leave);
}
