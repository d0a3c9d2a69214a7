import { Button, Radio } from '@mantine/core';
import { IconAlertTriangle, IconArrowsExchange } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mergeTickets, previewMerge, unmergeTickets } from '#contract/ticket-merges.ts';
import { tickets } from '#contract/tickets.ts';
import { call, callQuery } from '../../../api/call.ts';
import type { Rows } from '../../../api/rows.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { readableAddress } from '../../../ui/readable-address.ts';
import { toastError, toastUndo } from '../../../ui/toast.tsx';
import { rememberOurs } from '../actions/own-changes.ts';
import { FindOther } from './find-other.tsx';
import c from './merge-dialog.module.css';
import { MergePreview } from './merge-preview.tsx';

type Props = {
  /** What is merged; one alone is asked for another. */
  ids: readonly number[];
  onClose: () => void;
  onMerged: (survivor: number, gone: readonly number[]) => void;
};

/** Makes one ticket of several: which one stays, what the thread will be, and what comes together. */
export function MergeDialog({ ids: given, onClose, onMerged }: Props) {
  const { t } = useTranslation();
  const [other, setOther] = useState<number | null>(null);
  const ids = other === null ? given : [...given, other];
  const [first] = given;
  return (
    <Dialog close={onClose} size={640} title={t('merge.title')}>
      {ids.length < 2 && first !== undefined ? (
        <FindOther ticketId={first} label={t('merge.find')} onChoose={(one) => setOther(one.id)} />
      ) : (
        <Choose ids={ids} focusAfterMs={other === null ? comeInMs : 0} onClose={onClose} onMerged={onMerged} />
      )}
    </Dialog>
  );
}

const comeInMs = 250;

/** `focusAfterMs`: nothing, where the dialog has come in already: Enter would be lost on whoever is quick. */
function Choose({ ids, focusAfterMs, onClose, onMerged }: Props & { focusAfterMs: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Ids grow, so the smallest is the oldest.
  const [survivor, setSurvivor] = useState(Math.min(...ids));
  const others = ids.filter((id) => id !== survivor);
  const merging = useMutation({
    mutationFn: () => call(mergeTickets, { survivor_id: survivor, ids: others }),
    onSuccess: ({ merges }) => {
      rememberOurs(ids);
      // They stand in no list any more; before that is told, one would show them again.
      client.setQueriesData<Rows<typeof tickets>>({ queryKey: [tickets.name, 'get'] }, (old) =>
        old
          ? { ...old, rows: old.rows.map((row) => (others.includes(row.id) ? { ...row, is_deleted: 1 } : row)) }
          : old,
      );
      const number = all.find((one) => one.id === survivor)?.case_number ?? '';
      toastUndo(t('merge.done', { count: merges.length, number }), () => {
        rememberOurs(ids);
        call(unmergeTickets, { merge_ids: merges.map((one) => one.id) })
          .catch((error: unknown) => toastError(t('merge.not_undone'), error))
          .finally(() => void refresh());
      });
      onMerged(survivor, others);
    },
    onError: (error) => toastError(t('merge.failed'), error),
    onSettled: () => refresh(),
  });
  const query = useQuery({
    ...callQuery(previewMerge, { survivor_id: survivor, ids: others }),
    // What has become one has no preview any more.
    enabled: merging.isIdle || merging.isError,
    placeholderData: keepPreviousData,
    retry: false,
  });
  // The dialog opened before there was anything to choose: keys go on here, and Enter merges.
  const chosen = useRef<HTMLInputElement>(null);
  const isThere = query.data !== undefined;
  useEffect(() => {
    if (!isThere) return undefined;
    // Behind the dialog's own focus, which waits for it to have come in.
    if (focusAfterMs === 0) chosen.current?.focus();
    const later = setTimeout(() => chosen.current?.focus(), focusAfterMs);
    return () => clearTimeout(later);
  }, [isThere, focusAfterMs]);
  const refresh = async () => {
    for (const noun of ['tickets', 'messages']) await client.invalidateQueries({ queryKey: [noun] });
  };
  if (query.isError) return <Problem error={query.error} retry={() => void query.refetch()} />;
  const preview = query.data;
  if (!preview) return <div className={c.waiting} role="status" aria-label={t('merge.loading')} />;
  const all = ids.flatMap((id) => preview.tickets.find((one) => one.id === id) ?? []);
  const [a, b] = ids;
  return (
    <form
      className={c.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!merging.isPending && !query.isPlaceholderData) merging.mutate();
      }}
    >
      <Radio.Group label={t('merge.which_stays')} value={String(survivor)} onChange={(to) => setSurvivor(Number(to))}>
        <div className={c.tickets}>
          {all.map((one, at) => (
            <div key={one.id} className={c.ticket} data-side={at === 0 ? 'a' : 'b'}>
              <Radio
                value={String(one.id)}
                ref={one.id === survivor ? chosen : undefined}
                data-autofocus={one.id === survivor || undefined}
                label={
                  <span className={c.name}>
                    <Chip of={one.product} />
                    <b>{one.case_number}</b>
                    <span>{one.title}</span>
                  </span>
                }
                description={t('merge.about', {
                  customer: one.customer.name || readableAddress(one.customer.email ?? '') || t('tickets.no_name'),
                  count: one.messages,
                })}
              />
            </div>
          ))}
        </div>
      </Radio.Group>
      {a !== undefined && b !== undefined && ids.length === 2 && (
        <Button
          variant="default"
          size="xs"
          className={c.swap ?? ''}
          leftSection={<Icon of={IconArrowsExchange} size={16} />}
          onClick={() => setSurvivor(survivor === a ? b : a)}
        >
          {t('merge.swap')}
        </Button>
      )}
      {preview.different_customers && (
        <p className={c.differ} role="note">
          <Icon of={IconAlertTriangle} size={16} />
          <span>
            <b>{t('merge.customers_differ')}</b>
            {t('merge.customers_differ_text')}
          </span>
        </p>
      )}
      <MergePreview preview={preview} first={a ?? 0} />
      <div className={c.foot}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={merging.isPending} disabled={query.isPlaceholderData}>
          {t('merge.action', { count: others.length, number: all.find((one) => one.id === survivor)?.case_number })}
        </Button>
      </div>
    </form>
  );
}
