import { Combobox } from '@mantine/core';
import { IconBookmarkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { howMeant } from '../../../ui/how-meant.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SearchMenu } from '../../../ui/search-menu.tsx';
import { labelsQuery } from '../ticket-queries.ts';

export type Label = { id: number; name: string };

type Props = {
  companyId: number;
  /** By label, how many of the tickets have it. */
  inUse: ReadonlyMap<number, number>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  /** Null: takes it off. */
  onChoose: (label: Label | null) => void;
  children: ReactElement<ComponentProps<'button'>>;
};

/** One label out of the company's short list for several tickets, or none. */
export function LabelPicker({ companyId, inUse, opened, setOpened, onChoose, children }: Props) {
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const { data } = useQuery({ ...labelsQuery(companyId), enabled: opened });
  const rows = data?.rows ?? [];
  const fits = howMeant(
    typed,
    rows.map((one) => one.name),
  );
  const found = rows.filter((one) => fits(one.name));
  const labelled = [...inUse.values()].reduce((sum, count) => sum + count, 0);
  return (
    <SearchMenu
      {...{ opened, setOpened, typed, type }}
      isFirstChosen
      label={t('labels.find')}
      listLabel={t('labels.title')}
      onChoose={(value) => onChoose(found.find((one) => String(one.id) === value) ?? null)}
      options={
        <>
          {found.map((one) => (
            <Combobox.Option key={one.id} value={String(one.id)}>
              <span>{one.name}</span>
              {inUse.has(one.id) && <small>{t('tags.on_tickets', { count: inUse.get(one.id) ?? 0 })}</small>}
            </Combobox.Option>
          ))}
          {labelled > 0 && typed.trim() === '' && (
            <Combobox.Option value="none">
              <Icon of={IconBookmarkOff} />
              <span>{t('labels.remove')}</span>
              <small>{t('tags.on_tickets', { count: labelled })}</small>
            </Combobox.Option>
          )}
          {found.length === 0 && <Combobox.Empty>{t('list.nothing_found')}</Combobox.Empty>}
        </>
      }
    >
      {children}
    </SearchMenu>
  );
}
