import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import known from '../../../ui/known-part.module.css';
import { SideRows } from './side-rows.tsx';
import { useSides } from './use-sides.ts';

type Props = { ticketId: number; mayWrite: boolean; onOpen: (id: number) => void; onNew: () => void };

/** The side conversations of a ticket, among what is known about it. */
export function SidePart({ ticketId, mayWrite, onOpen, onNew }: Props) {
  const { t } = useTranslation();
  const sides = useSides(ticketId);
  if (sides.length === 0 && !mayWrite) return null;
  return (
    <section className={known.part}>
      <h2>
        {t('side.title')}
        {sides.length > 0 && <span>{sides.length}</span>}
      </h2>
      <SideRows sides={sides} onOpen={onOpen} />
      {mayWrite && (
        <Button size="compact-sm" variant="default" leftSection={<Icon of={IconPlus} size={14} />} onClick={onNew}>
          {t('side.new')}
        </Button>
      )}
    </section>
  );
}
