import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Draft,
  type DraftAside,
  discardDraft,
  draftsOfTicket,
  takeBackLetter,
  takeOverDraft,
} from '#contract/drafts.ts';
import { settleBeforeLeaving } from '../../api/before-leaving.ts';
import { call, callQuery } from '../../api/call.ts';
import { thisDevice } from '../../api/this-device.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastError } from '../../ui/toast.tsx';

/** Was given back where nobody stood any more: whoever comes to its ticket writes on. */
let forWhoComes: Draft | null = null;

/** What is being written about a ticket by others, what waits to leave, and how to take it up. */
export function useDrafts(ticketId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery(callQuery(draftsOfTicket, { ticket_id: ticketId }));
  const [taken, setTaken] = useState(() => (forWhoComes?.ticket_id === ticketId ? forWhoComes : null));
  useEffect(() => {
    if (taken === forWhoComes) forWhoComes = null;
  }, [taken]);
  const take = async (how: () => Promise<{ draft: Draft }>) => {
    // What is being written here goes along, below what comes.
    await settleBeforeLeaving();
    try {
      forWhoComes = (await how()).draft;
      setTaken(forWhoComes);
    } catch (error) {
      toastError(t('writing.not_taken'), error);
    }
    await client.invalidateQueries({ queryKey: ['drafts'] });
  };
  return {
    waiting: data?.waiting ?? [],
    colleagues: data?.colleagues ?? [],
    /** One's own, of tickets that were merged into this one. */
    aside: data?.aside ?? [],
    /** One's own to third parties. */
    beside: (data?.mine ?? []).filter((one) => one.kind === 'side'),
    taken,
    takeBack: (clientId: string) => take(() => call(takeBackLetter, { ticket_id: ticketId, client_id: clientId })),
    takeOver: (id: number) => void take(() => call(takeOverDraft, { id })),
    discard: async ({ id, kind, line }: DraftAside) => {
      const words = { title: t('writing.aside.discard_title'), text: line };
      if (!(await confirm({ ...words, action: t('writing.aside.discard'), danger: true }))) return;
      await call(discardDraft, { ticket_id: ticketId, kind, device: thisDevice, id }).catch((error) =>
        toastError(t('writing.aside.not_discarded'), error),
      );
      await client.invalidateQueries({ queryKey: ['drafts'] });
    },
  };
}

export type Drafts = ReturnType<typeof useDrafts>;
