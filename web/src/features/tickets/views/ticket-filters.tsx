import { Popover, UnstyledButton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/fetch-part.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useKeys } from '../../../ui/keys.ts';
import { rememberOpenedSearch } from './saved-searches.ts';
import c from './ticket-filter-bar.module.css';
import type { TicketSearch } from './ticket-search.ts';
import { isNarrowed } from './ticket-views.ts';

// What most lists are looked at without: the list does not wait for it.
const TicketFilterForm = lazyPart(() => import('./ticket-filter-form.tsx'));
const ChosenFilters = lazyPart(async () => ({ default: (await import('./chosen-filters.tsx')).ChosenFilters }));

type Props = { search: TicketSearch; onSearch: (search: TicketSearch) => void };

/** What narrows the list, and a menu for more. */
export function TicketFilters({ search, onSearch }: Props) {
  const { t } = useTranslation();
  const [opened, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = t('tickets.filter.open');
  const isChosen = isNarrowed(search);
  useEffect(() => {
    if (!isChosen) rememberOpenedSearch(null);
  }, [isChosen]);
  useKeys([{ key: 'KeyF', label, also: 'filter', group: 'act', run: () => open(true), opensField: true }]);
  return (
    <>
      <Popover
        opened={opened}
        onChange={open}
        position="bottom-start"
        width="min(440px, calc(100vw - 24px))"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <UnstyledButton ref={button} data-thumb className={c.text} aria-label={label} onClick={() => open(!opened)}>
            <Icon of={IconFilter} size={16} />
            {!isChosen && <span className={c.wide}>{label}</span>}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={c.fields} aria-label={label}>
          <Suspense>
            <TicketFilterForm search={search} onSearch={onSearch} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {isChosen && (
        <Suspense>
          <ChosenFilters search={search} onSearch={onSearch} goOn={() => button.current?.focus()} />
        </Suspense>
      )}
    </>
  );
}
