import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { splitTicket, unsplitTicket } from '#contract/ticket-merges.ts';
import { askedOnce } from '../../api/asked-once.ts';
import { call } from '../../api/call.ts';
import { doWithWayBack } from '../../ui/do-with-way-back.ts';
import { toastError } from '../../ui/toast.tsx';
import type { Message } from './message.ts';

/** Makes a ticket of its own of a message, alone or with all that follow, with a way back. */
export function useSplit(message: Message): (fromHere: 0 | 1) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = async () => {
    for (const noun of ['tickets', 'messages']) await client.invalidateQueries({ queryKey: [noun] });
  };
  return async (fromHere) => {
    try {
      await doWithWayBack({
        work: () =>
          askedOnce(['split', message.id, fromHere], (request_id) =>
            call(splitTicket, { message_id: message.id, from_here: fromHere, request_id }),
          ),
        said: ({ case_number }) => t('thread.split.done', { number: case_number }),
        back: ({ split_id }) => {
          call(unsplitTicket, { split_id })
            .catch((error: unknown) => toastError(t('thread.split.not_undone'), error))
            .finally(() => void refresh());
        },
      });
    } catch (error) {
      toastError(t('thread.split.failed'), error);
    }
    await refresh();
  };
}
