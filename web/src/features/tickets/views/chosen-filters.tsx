import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { useNamesOfChosen } from './filter-choices.ts';
import { narrowings } from './narrowings.ts';
import { SaveSearch } from './save-search.tsx';
import c from './ticket-filter-bar.module.css';
import type { TicketSearch } from './ticket-search.ts';

type Props = {
  search: TicketSearch;
  onSearch: (search: TicketSearch) => void;
  /** Where whoever works with keys goes on when a chip has gone. */
  goOn: () => void;
};

/** A chip for each part of what narrows the list, which takes it off, and a way to keep them. */
export function ChosenFilters({ search, onSearch, goOn }: Props) {
  const { t } = useTranslation();
  const names = useNamesOfChosen(search);
  const chosen = narrowings.flatMap((by) => (search[by] === undefined ? [] : [{ by, name: names[by] }]));
  return (
    <>
      {chosen.map(({ by, name }) => (
        <UnstyledButton
          key={by}
          data-thumb
          className={c.filter}
          aria-label={t(`tickets.filter.clear_${by}`, { name: `${t(`tickets.filter.${by}`)}: ${name}` })}
          onClick={() => {
            onSearch({ ...search, [by]: undefined });
            goOn();
          }}
        >
          <span className={c.cut}>
            <span className={c.part}>{t(`tickets.filter.${by}`)}: </span>
            {name}
          </span>
          <Icon of={IconX} size={14} />
        </UnstyledButton>
      ))}
      <SaveSearch
        search={search}
        suggestion={chosen
          .map((one) => one.name)
          .join(', ')
          .slice(0, 50)}
      />
    </>
  );
}
