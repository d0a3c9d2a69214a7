import { Button, Modal, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { users } from '#contract/users.ts';
import { rowsQuery } from '../../api/rows.ts';
import c from './remove-dialog.module.css';
import type { Access } from './user-access-form.tsx';

const nobody = 'nobody';
const offeredMax = 50;
const typingPauseMs = 200;

/** Before somebody is taken out of a company: who gets what they still have to do. */
export function RemoveDialog(props: {
  user: Access['user'];
  of: Access['companies'][number];
  isRunning: boolean;
  onClose: () => void;
  remove: (handTo: number | null) => void;
}) {
  const { user, of, isRunning, onClose, remove } = props;
  const { t } = useTranslation();
  const [heir, setHeir] = useState<string>(nobody);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), typingPauseMs);
  const count = of.open_tickets ?? 0;
  const colleagues = useQuery({
    ...rowsQuery(users, {
      fields: ['id', 'name'],
      conditions: [
        ['company_id', '=', of.company_id],
        ['is_deleted', '=', 0],
        ['id', '!=', user.id],
      ],
      ...(words === '' ? {} : { search: words }),
      sort: [['name', 'asc']],
      range: [0, offeredMax],
    }),
    enabled: count > 0,
  });
  const offered = [
    { value: nobody, label: t('access.person.hand_to_nobody') },
    ...(colleagues.data?.rows ?? []).map((row) => ({ value: String(row.id), label: row.name })),
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('access.person.remove_title', { name: user.name, company: of.company_name })}
      centered
      size={440}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={c.dialog}>
        <p>{t('access.person.remove_text')}</p>
        {count > 0 && (
          <Select
            data-autofocus
            label={t('access.person.hand_to', { count })}
            description={t('access.person.hand_to_help')}
            data={offered}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('access.none_found')}
            filter={({ options }) => options}
            onSearchChange={(next) => setTyped(offered.some((one) => one.label === next) ? '' : next)}
            value={heir}
            onChange={(next) => setHeir(next ?? nobody)}
          />
        )}
        <div className={c.actions}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            color="var(--p-danger)"
            data-autofocus={count === 0 || undefined}
            loading={isRunning}
            onClick={() => remove(heir === nobody ? null : Number(heir))}
          >
            {t('access.person.remove')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
