import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useState } from 'react';
import type { BulkAction } from '#contract/ticket-bulk.ts';
import { fetchToAct } from '../../../api/fetch-part.ts';
import { useSelf } from '../../../api/self.ts';
import { learnLater } from '../../../i18n/language.ts';
import { toast, toastError } from '../../../ui/toast.tsx';
import type { Ticket } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { conditionsOf } from '../views/ticket-views.ts';

type Total = { readonly count: number; readonly isCapped: boolean } | null;

/**
 * Whether everything that matches is meant, beyond what is picked by hand; and what is done to all of it. `picks` is another
 * object after every change by hand: who unticks a row does not mean it any more.
 */
export function useEverything(search: TicketSearch, picked: readonly Ticket[], picks: object, total: Total) {
  const client = useQueryClient();
  const { user, companies } = useSelf();
  const [chosenFor, setChosenFor] = useState<object | null>(null);
  const companyId = companies.length === 1 || isOfOneCompany(search) ? picked[0]?.company_id : undefined;
  const canBe = picked.length > 1 && total !== null && total.count > picked.length;
  const isMeant = canBe && chosenFor === picks;
  return {
    isMeant,
    /** How many, where they can be chosen. */
    offered: canBe ? total : null,
    choose: () => setChosenFor(picks),
    /** Answers whether all of it was done. */
    act: async (action: BulkAction): Promise<boolean> => {
      if (
        companyId === undefined &&
        (action.kind === 'tag' || action.kind === 'untag' || action.kind === 'label' || action.kind === 'assign_team')
      ) {
        toast({ status: 'warning', title: i18next.t('tickets.several_companies') });
        return false;
      }
      const meant =
        search.search === undefined ? { conditions: conditionsOf(search, user.id) } : { search: search.search };
      try {
        const [all] = await fetchToAct(() => Promise.all([import('./act-on-all.ts'), learnLater('merge')]));
        return await all.actOnEverything(client, { companyId, meant, action });
      } catch (error) {
        toastError(undefined, error);
        return false;
      }
    },
  };
}

/** Products, teams, labels and tags are a company's own. */
export const isOfOneCompany = ({ company, product, team, label, tag }: TicketSearch): boolean =>
  [company, product, team, label, tag].some((id) => id !== undefined);
