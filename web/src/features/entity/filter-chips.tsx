import { Menu, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { howMeant } from '../../ui/how-meant.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOffered } from '../../ui/offered/use-offered.ts';
import type { Declaration } from './declaration.ts';
import c from './filter-chips.module.css';
import type { ListFilter } from './list-filter.ts';
import type { Chosen } from './list-state.ts';
import { choiceWord, filterWord } from './words.ts';

type Props = { of: Declaration; chosen: Chosen; choose: (chosen: Chosen) => void };

/** What narrows the list: each filter is a chip that says what it is set to and can be taken off. */
export function FilterChips({ of, chosen, choose }: Props) {
  const { t } = useTranslation();
  const who = useSelf();
  const shown = of.filters.filter((filter) => filter.isShown(who));
  if (shown.length === 0) return null;
  const set = (name: string) => (value: number | string | null) => {
    const { [name]: _, ...rest } = chosen;
    choose(value === null ? rest : { ...rest, [name]: value });
  };
  return (
    <fieldset className={c.chips} aria-label={t('list.filters')}>
      {shown.map((filter) => (
        <FilterChip
          key={filter.name}
          of={of}
          filter={filter}
          value={chosen[filter.name] ?? null}
          set={set(filter.name)}
          chosen={chosen}
        />
      ))}
    </fieldset>
  );
}

type ChipProps = {
  of: Declaration;
  filter: ListFilter;
  value: number | string | null;
  set: (value: number | string | null) => void;
  chosen: Chosen;
};

function FilterChip(props: ChipProps) {
  const { of, filter } = props;
  const { t } = useTranslation();
  const who = useSelf();
  if (filter.kind === 'reference') return <ReferenceChip {...props} to={filter.to} />;
  const options =
    filter.kind === 'company'
      ? who.companies.map((company) => ({ value: company.id, label: company.company_name }))
      : filter.values.map((value) => ({
          value: filter.isNumber ? Number(value) : value,
          label: choiceWord(of, filter.name, value),
        }));
  return <Chip {...props} options={options} none={t('list.nothing_found')} />;
}

/** A reference is searched for in the database, within the company that is chosen beside it. */
function ReferenceChip({ to, ...props }: ChipProps & { to: (ListFilter & { kind: 'reference' })['to'] }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const { value, chosen } = props;
  const companyId = typeof chosen.company_id === 'number' ? chosen.company_id : null;
  const { options, found, isSearching } = useOffered({
    ...{ to, companyId, words },
    chosen: typeof value === 'number' ? [value] : [],
  });
  const fits = howMeant(
    words,
    options.map((one) => one.label),
  );
  // The chip says what is chosen, whatever is looked for.
  const offered = options
    .map((one) => ({ label: one.label, value: Number(one.value) }))
    .filter((one) => one.value === value || fits(one.label) || found.has(String(one.value)));
  const label = t('list.filter_find');
  return (
    <Chip {...props} options={offered} none={t(isSearching ? 'list.loading' : 'list.nothing_found')}>
      <TextInput
        className={c.find}
        size="xs"
        placeholder={label}
        aria-label={label}
        value={words}
        maxLength={100}
        onChange={(event) => setWords(event.currentTarget.value)}
        data-autofocus
      />
    </Chip>
  );
}

function Chip(
  props: ChipProps & {
    options: readonly { value: number | string; label: string }[];
    none: string;
    children?: ReactNode;
  },
) {
  const { of, filter, value, set, options, none, children } = props;
  const { t } = useTranslation();
  const name = filterWord(of, filter);
  const current = options.find((one) => one.value === value);
  return (
    <span className={c.chip} data-on={value !== null || undefined}>
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={c.open}>
            {name}
            {value !== null && <b>{current?.label ?? '…'}</b>}
            {value === null && <Icon of={IconChevronDown} size={14} />}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          <div className={c.options}>
            {options.map((one) => (
              <Menu.Item key={one.value} aria-current={one.value === value || undefined} onClick={() => set(one.value)}>
                {one.label}
              </Menu.Item>
            ))}
            {options.length === 0 && <p className={c.none}>{none}</p>}
          </div>
        </Menu.Dropdown>
      </Menu>
      {value !== null && (
        <UnstyledButton className={c.off} aria-label={t('list.filter_off', { name })} onClick={() => set(null)}>
          <Icon of={IconX} size={14} />
        </UnstyledButton>
      )}
    </span>
  );
}
