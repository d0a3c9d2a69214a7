import { Combobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tags } from '#contract/tags.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { useMay } from '../../../api/self.ts';
import { Dot } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchMenu } from '../../../ui/search-menu.tsx';
import type { Ticket } from '../ticket-queries.ts';

const offeredMax = 50;
const typingPauseMs = 150;
const nameMin = 3;
const newTag = 'new';
const off = 'off ';

export type Tag = Ticket['tags'][number];
/** A tag that some of several tickets have. */
export type TagInUse = { tag: Tag; count: number };

type Props = {
  companyId: number;
  /** Those that are there already are not offered. */
  without: readonly number[];
  /** With several tickets: what can be taken off them, and from how many. */
  inUse?: readonly TagInUse[];
  /** These stand for more than is known here: any tag that is found can be taken off them. */
  isForAll?: boolean;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  onChoose: (tag: Tag) => void;
  onRemove?: (tag: Tag) => void;
  onCreate: (name: string) => void;
  children: ReactElement<ComponentProps<'button'>>;
};

/** A tag, found by typing, or made of what was typed by whoever may. */
export function TagPicker(props: Props) {
  const {
    companyId,
    without,
    inUse = [],
    isForAll = false,
    opened,
    setOpened,
    onChoose,
    onRemove,
    onCreate,
    children,
  } = props;
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const name = typed.trim();
  const mayCreate = useMay('tags.create', companyId) && name.length >= nameMin;
  const { found, isFresh, isSure } = useFoundTags(companyId, name, opened);
  const sameAs = (one: Tag) => one.name.toLocaleLowerCase() === name.toLocaleLowerCase();
  const isNew = isSure && mayCreate && !found.some(sameAs) && !inUse.some(({ tag }) => sameAs(tag));
  // What was found for other words is not what Enter means.
  const offered = found.filter((one) => !without.includes(one.id) && (isFresh || fits(one, name)));
  const isMeant = ({ tag }: TagInUse) => tag.name.toLocaleLowerCase().includes(name.toLocaleLowerCase());
  const others = isForAll && name !== '' ? offered.filter((one) => inUse.every(({ tag }) => tag.id !== one.id)) : [];
  const removable = [...inUse.filter(isMeant).map(({ tag }) => tag), ...others];
  const countOf = ({ id }: Tag) => inUse.find(({ tag }) => tag.id === id)?.count ?? 0;
  const choose = (value: string) => {
    if (value === newTag) return onCreate(name);
    const taken = removable.find((tag) => value === off + tag.id);
    if (taken) return onRemove?.(taken);
    const tag = offered.find((one) => String(one.id) === value);
    if (tag) onChoose(tag);
  };
  const add = (
    <>
      {offered.map((one) => (
        <Combobox.Option key={one.id} value={String(one.id)}>
          <Dot color={one.color} />
          <span>{one.name}</span>
        </Combobox.Option>
      ))}
      {isNew && (
        <Combobox.Option value={newTag}>
          <Icon of={IconPlus} size={16} />
          <span>{t('tags.create', { name })}</span>
        </Combobox.Option>
      )}
    </>
  );
  return (
    <SearchMenu
      {...{ opened, setOpened, typed, type }}
      isFirstChosen
      label={t('tags.find')}
      listLabel={t('tags.title')}
      onChoose={choose}
      options={
        <>
          {removable.length === 0 ? add : <Combobox.Group label={t('tags.add')}>{add}</Combobox.Group>}
          {removable.length > 0 && (
            <Combobox.Group label={t('tags.take_off')}>
              {removable.map((tag) => (
                <Combobox.Option key={tag.id} value={off + tag.id}>
                  <Icon of={IconX} size={16} />
                  <span>{tag.name}</span>
                  {!isForAll && <small>{t('tags.on_tickets', { count: countOf(tag) })}</small>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {offered.length + removable.length === 0 && !isNew && (
            <Combobox.Empty>{t(name === '' ? 'tags.none' : 'list.nothing_found')}</Combobox.Empty>
          )}
        </>
      }
    >
      {children}
    </SearchMenu>
  );
}

function useFoundTags(companyId: number, typed: string, enabled: boolean) {
  const [words] = useDebouncedValue(typed, typingPauseMs);
  const { data, isPlaceholderData, isFetching } = useQuery({
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
    enabled,
    placeholderData: keepPreviousData,
  });
  const found: readonly Tag[] = data?.rows ?? [];
  const isFresh = words === typed && data !== undefined && !isPlaceholderData;
  // What was found before may be another by now: a tag that was just made is not made again.
  return { found, isFresh, isSure: isFresh && !isFetching };
}

const fits = ({ name }: Tag, typed: string) =>
  typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => name.toLocaleLowerCase().includes(word));
