import { Popover, UnstyledButton } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/self.ts';
import { Icon } from '../../../ui/icon.tsx';
import { labelsQuery, productsQuery, tagsQuery, teamsQuery } from '../ticket-queries.ts';
import { type Choices, type Narrowing, narrowings } from './narrowings.ts';
import c from './ticket-filter-bar.module.css';
import type { TicketSearch } from './ticket-search.ts';
import { isNarrowed } from './ticket-views.ts';

const TicketFilterForm = lazy(() => import('./ticket-filter-form.tsx'));
const SaveSearch = lazy(() => import('./save-search.tsx').then((all) => ({ default: all.SaveSearch })));

type Props = { search: TicketSearch; onSearch: (search: TicketSearch) => void };

/** What narrows the list: a chip for each, a menu for more, and a way to keep it. */
export function TicketFilters({ search, onSearch }: Props) {
  const { t } = useTranslation();
  const [opened, open] = useState(false);
  const choices = useChoices(opened || isNarrowed(search));
  const narrow = (by: Narrowing, to: number | undefined) => onSearch({ ...search, [by]: to });
  const chosen = narrowings.flatMap((by) => {
    const name = choices[by].find((one) => one.value === String(search[by]))?.label;
    return search[by] === undefined ? [] : [{ by, name: name ?? `#${search[by]}` }];
  });
  return (
    <>
      {chosen.map(({ by, name }) => (
        <UnstyledButton
          key={by}
          data-thumb
          className={c.filter}
          aria-label={t(`tickets.filter.clear_${by}`, { name })}
          onClick={() => narrow(by, undefined)}
        >
          <span className={c.cut}>{name}</span>
          <Icon of={IconX} size={14} />
        </UnstyledButton>
      ))}
      <Popover opened={opened} onChange={open} position="bottom-start" width={260} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            data-thumb
            className={c.text}
            aria-label={t('tickets.filter.open')}
            onClick={() => open(!opened)}
          >
            <Icon of={IconFilter} size={16} />
            {chosen.length === 0 && <span className={c.wide}>{t('tickets.filter.open')}</span>}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={c.form} aria-label={t('tickets.filter.open')}>
          <Suspense>
            <TicketFilterForm search={search} choices={choices} narrow={narrow} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {isNarrowed(search) && (
        <Suspense>
          <SaveSearch
            search={search}
            suggestion={chosen
              .map((one) => one.name)
              .join(', ')
              .slice(0, 50)}
          />
        </Suspense>
      )}
    </>
  );
}

function useChoices(enabled: boolean): Choices {
  const maySeeTeams = useMay('teams.get');
  const product = useQuery(productsQuery);
  const team = useQuery({ ...teamsQuery, enabled: enabled && maySeeTeams });
  const label = useQuery({ ...labelsQuery(undefined), enabled });
  const tag = useQuery({ ...tagsQuery, enabled });
  const asChoices = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  return {
    product: asChoices(product.data?.rows),
    team: asChoices(team.data?.rows),
    label: asChoices(label.data?.rows),
    tag: asChoices(tag.data?.rows),
  };
}
