import { z } from 'zod';
import { operatedSorts, operatedStates } from '#contract/operated-companies.ts';

const search = z.object({
  find: z.coerce.string().max(100).optional().catch(undefined),
  state: z.enum(operatedStates).optional().catch(undefined),
  sort: z.enum(operatedSorts).optional().catch(undefined),
  desc: z.literal(1).optional().catch(undefined),
  page: z.int().min(2).max(10_000).optional().catch(undefined),
});
export type OperatedSearch = z.output<typeof search>;

/** What somebody chose of the list stands in the address. */
export const readOperatedSearch = (asked: Record<string, unknown>): OperatedSearch => search.parse(asked);
