import { ActionIcon, SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconPlus, IconUnlink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { linkTickets, ticketRelations, unlinkTickets } from '#contract/ticket-links.ts';
import { unmergeTickets } from '#contract/ticket-merges.ts';
import { call, callQuery } from '../../../api/call.ts';
import { useMay } from '../../../api/self.ts';
import { dayTimeWithin } from '../../../i18n/time.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { doWithWayBack } from '../../../ui/do-with-way-back.ts';
import { Icon } from '../../../ui/icon.tsx';
import known from '../../../ui/known-part.module.css';
import { toast, toastError } from '../../../ui/toast.tsx';
import { WhyNot } from '../../../ui/why-not.tsx';
import { rememberOurs } from '../actions/own-changes.ts';
import { FindOther } from '../merging/find-other.tsx';
import type { Ticket } from '../ticket-queries.ts';
import c from './ticket-context.module.css';

type Relations = z.output<typeof ticketRelations.answer>;
type LinkOf = Relations['links'][number];
type NewLink = 'related' | 'follows';

/** What was merged into a ticket, with the way back, and the tickets it is linked with. */
export function TicketRelations({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isLinking, setLinking] = useState(false);
  const mayMerge = useMay('tickets.merge', ticket.company_id);
  const mayLink = useMay('tickets.update', ticket.company_id);
  const { data } = useQuery(callQuery(ticketRelations, { ticket_id: ticket.id }));
  if (!data) return null;

  const change = async (work: () => Promise<unknown>, failed: string) => {
    rememberOurs([ticket.id]);
    try {
      await work();
    } catch (error) {
      toastError(failed, error);
    }
    for (const noun of ['tickets', 'messages']) await client.invalidateQueries({ queryKey: [noun] });
  };
  const unmerge = ({ merge_id, ticket: { case_number } }: Relations['merges'][number]) =>
    change(async () => {
      await call(unmergeTickets, { merge_ids: [merge_id] });
      toast({ status: 'success', title: t('merge.undone', { number: case_number }) });
    }, t('merge.not_undone'));
  const link = (other: { id: number; case_number: string }, kind: NewLink) =>
    change(async () => {
      await call(linkTickets, { ticket_id: ticket.id, other_id: other.id, kind });
      toast({ status: 'success', title: t('merge.linked', { number: other.case_number }) });
    }, t('merge.not_linked'));
  const unlink = ({ ticket: other, kind, is_from }: LinkOf) => {
    const [from, to] = is_from ? [ticket.id, other.id] : [other.id, ticket.id];
    const back = { ticket_id: from, other_id: to, kind: kind === 'follows' ? kind : ('related' as const) };
    return change(
      () =>
        doWithWayBack({
          work: () => call(unlinkTickets, { ticket_id: ticket.id, other_id: other.id }),
          said: () => t('merge.unlinked', { number: other.case_number }),
          back: () => void change(() => call(linkTickets, back), t('merge.not_linked')),
        }),
      t('merge.not_linked'),
    );
  };
  return (
    <>
      {data.merges.length > 0 && (
        <section className={known.part}>
          <h2>{t('merge.merged')}</h2>
          <ul className={c.others}>
            {data.merges.map((one) => (
              <li key={one.merge_id} className={c.relation}>
                <span title={one.ticket.title}>
                  <b>{one.ticket.case_number}</b> {one.ticket.title}
                  <small>{t('merge.by', { who: one.by, at: dayTimeWithin(one.at) })}</small>
                </span>
                <WhyNot reason={mayMerge ? undefined : t('why_not.role')}>
                  <UnstyledButton className={c.undo} onClick={() => void unmerge(one)}>
                    {t('merge.unmerge')}
                    <span className="sr"> {one.ticket.case_number}</span>
                  </UnstyledButton>
                </WhyNot>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={known.part}>
        <h2>
          {t('merge.links')}
          <WhyNot reason={mayLink ? undefined : t('why_not.role')} label={t('merge.link')}>
            <ActionIcon size={24} aria-label={t('merge.link')} onClick={() => setLinking(true)}>
              <Icon of={IconPlus} size={16} />
            </ActionIcon>
          </WhyNot>
        </h2>
        {data.links.length === 0 && <p className={c.quiet}>{t('merge.no_links')}</p>}
        <ul className={c.others}>
          {data.links.map((one) => (
            <li key={one.ticket.id} className={c.relation}>
              <Link to="/tickets/$id" params={{ id: one.ticket.id }} search={{}} className={c.other}>
                <span>
                  {one.ticket.case_number} {one.ticket.title}
                </span>
                <small>{t(kindOf(one))}</small>
                <small>{t(`tickets.state.${one.ticket.view_type || 'open'}`)}</small>
              </Link>
              <WhyNot reason={mayLink ? undefined : t('why_not.role')} label={t('merge.unlink')}>
                <ActionIcon
                  size={24}
                  aria-label={t('merge.unlink_one', { number: one.ticket.case_number })}
                  onClick={() => void unlink(one)}
                >
                  <Icon of={IconUnlink} size={16} />
                </ActionIcon>
              </WhyNot>
            </li>
          ))}
        </ul>
      </section>
      {isLinking && (
        <LinkDialog
          ticketId={ticket.id}
          onClose={() => setLinking(false)}
          onLink={(other, kind) => {
            setLinking(false);
            void link(other, kind);
          }}
        />
      )}
    </>
  );
}

/** What the linked ticket is to the one that is open. */
function kindOf({ kind, is_from }: LinkOf) {
  if (kind === 'related') return 'merge.kind.related';
  if (kind === 'follows') return is_from ? 'merge.kind.earlier' : 'merge.kind.later';
  return is_from ? 'merge.kind.split_from' : 'merge.kind.split_off';
}

type LinkProps = {
  ticketId: number;
  onClose: () => void;
  onLink: (other: { id: number; case_number: string }, kind: NewLink) => void;
};

function LinkDialog({ ticketId, onClose, onLink }: LinkProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<NewLink>('related');
  return (
    <Dialog close={onClose} size={560} title={t('merge.link')}>
      <SegmentedControl
        fullWidth
        mb={16}
        aria-label={t('merge.how')}
        value={kind}
        onChange={(to) => setKind(to === 'follows' ? 'follows' : 'related')}
        data={[
          { value: 'related', label: t('merge.kind.related') },
          { value: 'follows', label: t('merge.follows') },
        ]}
      />
      <FindOther ticketId={ticketId} label={t('merge.find_to_link')} onChoose={(other) => onLink(other, kind)} />
    </Dialog>
  );
}
