import { Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tags } from '#contract/tags.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useMay } from '../../api/self.ts';
import { Dot } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import c from './assign-menu.module.css';

const offeredMax = 50;
const typingPauseMs = 150;
const nameMin = 3;
const newTag = 'new';

type Props = {
  companyId: number;
  /** Those that are there already are not offered. */
  without: readonly number[];
  opened: boolean;
  setOpened: (opened: boolean) => void;
  onChoose: (tagId: number) => void;
  onCreate: (name: string) => void;
  children: ReactElement;
};

/** A tag, found by typing, or made of what was typed by whoever may. */
export function TagPicker({ companyId, without, opened, setOpened, onChoose, onCreate, children }: Props) {
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const [words] = useDebouncedValue(typed.trim(), typingPauseMs);
  const mayCreate = useMay('tags.create', companyId);
  const box = useCombobox({ opened, onOpenedChange: setOpened, onDropdownClose: () => type('') });
  const { data } = useQuery({
    ...rowsQuery(tags, {
      fields: ['id', 'name', 'color'],
      conditions: [
        ['company_id', '=', companyId],
        ['is_deleted', '=', 0],
      ],
      sort: [['name', 'asc']],
      range: [0, offeredMax],
      ...(words === '' ? {} : { search: words }),
    }),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const found = data?.rows ?? [];
  const name = typed.trim();
  const isKnown = found.some((one) => one.name.toLocaleLowerCase() === name.toLocaleLowerCase());
  const choose = (value: string) => {
    setOpened(false);
    if (value === newTag) onCreate(name);
    else onChoose(Number(value));
  };
  return (
    <Combobox
      store={box}
      onOptionSubmit={choose}
      width={260}
      position="bottom-start"
      shadow="md"
      withinPortal
      classNames={{ dropdown: c.dropdown ?? '', option: c.option ?? '', search: c.search ?? '' }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        {children}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={(event) => {
            type(event.currentTarget.value);
            box.selectFirstOption();
          }}
          data-autofocus
          ref={(input) => input?.focus()}
          placeholder={t('tags.find')}
          aria-label={t('tags.find')}
        />
        <Combobox.Options mah={280} style={{ overflow: 'auto' }} aria-label={t('tags.title')}>
          {found
            .filter((one) => !without.includes(one.id))
            .map((one) => (
              <Combobox.Option key={one.id} value={String(one.id)}>
                <Dot color={one.color} />
                <span>{one.name}</span>
              </Combobox.Option>
            ))}
          {mayCreate && name.length >= nameMin && !isKnown && (
            <Combobox.Option value={newTag}>
              <Icon of={IconPlus} size={16} />
              <span>{t('tags.create', { name })}</span>
            </Combobox.Option>
          )}
          {found.length === 0 && (!mayCreate || name.length < nameMin) && (
            <Combobox.Empty>{t(name === '' ? 'tags.none' : 'list.nothing_found')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
