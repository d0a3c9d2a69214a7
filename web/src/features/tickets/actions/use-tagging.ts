import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tags, tagTickets } from '#contract/tags.ts';
import { tickets } from '#contract/tickets.ts';
import { call } from '../../../api/call.ts';
import { createRows, updateRows } from '../../../api/rows.ts';
import { toastError } from '../../../ui/toast.tsx';
import type { Ticket } from '../ticket-queries.ts';
import { rememberOurs } from './own-changes.ts';

/** By what a ticket is found again: its tags and its label. */
export function useTagging(ticket: Pick<Ticket, 'id' | 'company_id'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = async (act: () => Promise<unknown>) => {
    rememberOurs([ticket.id]);
    try {
      await act();
    } catch (error) {
      toastError(t('tags.failed'), error);
    }
    await client.invalidateQueries({ queryKey: [tickets.name] });
  };
  const add = (tagId: number) => call(tagTickets, { ids: [ticket.id], add: [tagId] });
  return {
    add: (tagId: number) => void change(() => add(tagId)),
    remove: (tagId: number) => void change(() => call(tagTickets, { ids: [ticket.id], remove: [tagId] })),
    create: (name: string) =>
      void change(async () => {
        const [made] = await createRows(tags, [{ company_id: ticket.company_id, name }]);
        if (made) await add(made.id);
        await client.invalidateQueries({ queryKey: [tags.name] });
      }),
    label: (labelId: number | null) =>
      void change(() => updateRows(tickets, { label_id: labelId }, [['id', '=', ticket.id]])),
  };
}
