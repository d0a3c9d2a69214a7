import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction } from '#contract/ticket-bulk.ts';
import { useSelf } from '../../../api/self.ts';
import { learnLater } from '../../../i18n/language.ts';
import type { Ticket } from '../ticket-queries.ts';
import { conditionsOf, nameOfList, type TicketSearch } from '../views/ticket-views.ts';

type Total = { readonly count: number; readonly isCapped: boolean } | null;

/** Whether everything that matches is meant, beyond what is picked by hand; and what is done to all of it. */
export function useEverything(search: TicketSearch, picked: readonly Ticket[], total: Total) {
  const client = useQueryClient();
  const { user, companies } = useSelf();
  const [chosenFor, setChosenFor] = useState<string | null>(null);
  const list = nameOfList(search);
  // A job belongs to one company; a product says which.
  const isOneCompany = companies.length === 1 || search.product !== undefined;
  const canBe = picked.length > 1 && isOneCompany && total !== null && total.count > picked.length;
  const isMeant = canBe && chosenFor === list;
  const companyId = picked[0]?.company_id;
  return {
    isMeant,
    /** How many, where they can be chosen. */
    offered: canBe ? total : null,
    choose: () => setChosenFor(list),
    clear: () => setChosenFor(null),
    act: async (action: BulkAction) => {
      if (companyId === undefined) return;
      const [{ actOnEverything }] = await Promise.all([import('./act-on-all.ts'), learnLater('merge')]);
      await actOnEverything(client, { companyId, conditions: conditionsOf(search, user.id), action });
    },
  };
}
