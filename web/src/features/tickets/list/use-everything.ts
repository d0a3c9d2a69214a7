import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction } from '#contract/ticket-bulk.ts';
import { useSelf } from '../../../api/self.ts';
import { learnLater } from '../../../i18n/language.ts';
import { conditionsOf, type TicketSearch } from '../views/ticket-views.ts';

type Shown = { readonly picked: number; readonly shown: number; readonly companyId: number | undefined };
type Total = { readonly count: number; readonly isCapped: boolean } | null;

/** Whether everything that matches is meant, beyond the page that is shown; and what is done to all of it. */
export function useEverything(search: TicketSearch, { picked, shown, companyId }: Shown, total: Total) {
  const client = useQueryClient();
  const { user, companies } = useSelf();
  const [chosenFor, setChosenFor] = useState<string | null>(null);
  const key = JSON.stringify(search);
  const isWholePage = picked > 0 && picked === shown;
  // A job belongs to one company; a product says which.
  const isOneCompany = companies.length === 1 || search.product !== undefined;
  const canBe = isWholePage && isOneCompany && total !== null && total.count > shown;
  const isMeant = canBe && chosenFor === key;
  return {
    isMeant,
    /** How many, where they can be chosen. */
    offered: canBe ? total : null,
    choose: () => setChosenFor(key),
    clear: () => setChosenFor(null),
    act: async (action: BulkAction) => {
      if (companyId === undefined) return;
      const [{ actOnEverything }] = await Promise.all([import('./act-on-all.ts'), learnLater('merge')]);
      await actOnEverything(client, { companyId, conditions: conditionsOf(search, user.id), action });
    },
  };
}
