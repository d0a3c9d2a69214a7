import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eraseCustomer, foldedName, previewErasure } from '#contract/customer-erasures.ts';
import { call, callQuery } from '../../api/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { type CustomerCard, keptNameOf, nameOf } from './customer-queries.ts';
import { ExportPart } from './export-part.tsx';
import c from './forever.module.css';
import type { CustomerActions } from './use-customer-actions.ts';

/** What goes and what stays, before it goes for good; whoever means it types whom. */
export function EraseDialog(props: { card: CustomerCard; does: CustomerActions; close: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      close={props.close}
      size={560}
      title={t('forever.erase.title', { name: nameOf(props.card) || t('tickets.no_name') })}
    >
      <Ask {...props} />
    </Dialog>
  );
}

const counted = ['tickets', 'messages', 'waiting', 'drafts', 'files', 'mails', 'identities', 'notes', 'cards'] as const;

function Ask({ card, does, close }: { card: CustomerCard; does: CustomerActions; close: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(callQuery(previewErasure, { id: card.id }));
  const [typed, type] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [isErasing, setErasing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const name = keptNameOf(card);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return null;
  const erase = async (event: FormEvent) => {
    event.preventDefault();
    if (foldedName(typed) !== foldedName(name)) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    setErasing(true);
    try {
      await call(eraseCustomer, { id: card.id, typed });
      close();
      await does.refresh();
      toast({ status: 'success', title: t('forever.erase.begun') });
    } catch (failure) {
      setErasing(false);
      toastError(t('forever.erase.failed'), failure);
    }
  };
  return (
    <form onSubmit={(event) => void erase(event)} noValidate>
      <h3 className={c.goes}>{t('forever.erase.goes')}</h3>
      <ul className={c.counted}>
        {counted.map(
          (one) =>
            data[one] > 0 && (
              <li key={one}>
                <b>{data[one]}</b> {t(`forever.erase.count.${one}`, { count: data[one] })}
              </li>
            ),
        )}
        <li>{t('forever.erase.elsewhere')}</li>
      </ul>
      <h3 className={c.goes}>{t('forever.erase.stays')}</h3>
      <p className={c.quiet}>{t('forever.erase.stays_text')}</p>
      <p className={c.quiet}>{t('forever.erase.export_first')}</p>
      <ExportPart id={card.id} label={t('forever.erase.export')} />
      <TextInput
        ref={field}
        mt={16}
        label={t('forever.erase.type', { name })}
        value={typed}
        maxLength={255}
        autoComplete="off"
        error={isWrong && t('forever.erase.wrong', { name })}
        onChange={(event) => {
          type(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <div className={c.buttons} data-end>
        <Button variant="subtle" color="gray" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="var(--p-danger)" loading={isErasing}>
          {t('forever.erase.do')}
        </Button>
      </div>
    </form>
  );
}
