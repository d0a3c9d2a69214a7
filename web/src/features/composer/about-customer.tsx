import { ActionIcon, Combobox, Input, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerCard, customers, findCustomers } from '#contract/customers.ts';
import { emailValue } from '#contract/entity.ts';
import { callQuery } from '../../api/call.ts';
import { createRows } from '../../api/rows.ts';
import { Icon } from '../../ui/icon.tsx';
import { readableAddress } from '../../ui/readable-address.ts';
import { toastError } from '../../ui/toast.tsx';
import c from './compose.module.css';

const typingPauseMs = 150;
const isNumber = /^\+?[\d\s()/.-]{6,}$/;
const nobody = 'new';

type Chosen = { id: number; name: string };

/** Whom a call or a note of ours is about: a customer who is found, or made of what was typed. */
export function AboutCustomer(props: {
  companyId: number;
  value: Chosen | null;
  error: string | undefined;
  onChange: (customer: Chosen | null) => void;
}) {
  const { companyId, value, error, onChange } = props;
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const [words] = useDebouncedValue(typed.trim(), typingPauseMs);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const { data, isPlaceholderData, isError } = useQuery({
    ...callQuery(findCustomers, { company_id: companyId, words }),
    enabled: companyId > 0 && words !== '',
    placeholderData: keepPreviousData,
  });
  const { data: card } = useQuery({
    ...callQuery(customerCard, { id: value?.id ?? 0 }),
    enabled: value !== null && value.name === '',
  });
  const found = words === '' ? [] : (data?.customers ?? []);
  const isFresh = words === typed.trim() && ((data !== undefined && !isPlaceholderData) || isError);
  const nameOf = (one: { first_name: string; last_name: string; email: string | null; phone: string | null }) =>
    readableAddress(`${one.first_name} ${one.last_name}`.trim() || one.email || one.phone || '') ||
    t('tickets.no_name');
  const isMaking = useRef(false);
  const make = async () => {
    if (isMaking.current) return;
    isMaking.current = true;
    try {
      const [made] = await createRows(customers, [{ company_id: companyId, ...fieldsOf(typed.trim()) }]);
      if (made) onChange({ id: made.id, name: typed.trim() });
      type('');
    } catch (problem) {
      toastError(t('compose.about.not_made'), problem);
    } finally {
      isMaking.current = false;
    }
  };
  const choose = (chosen: string) => {
    box.closeDropdown();
    if (chosen === nobody) return void make();
    const one = found.find(({ id }) => String(id) === chosen);
    if (one) onChange({ id: one.id, name: nameOf(one) });
    type('');
  };
  /** Enter was pressed before who stands there had been looked for. */
  const isAwaited = useRef(false);
  /** The only one who is meant, or somebody new where nobody is known. Of several nobody is taken by chance: they are offered. */
  const takeOne = () => {
    isAwaited.current = false;
    const [one, ...others] = found;
    if (others.length > 0 || isError) return box.openDropdown();
    choose(one ? String(one.id) : nobody);
  };
  const takeLate = useEffectEvent(() => {
    if (isAwaited.current && isFresh) takeOne();
  });
  const chooseFirst = useEffectEvent(() => box.selectFirstOption());
  useEffect(() => {
    if (isFresh && data !== undefined) chooseFirst();
  }, [isFresh, data]);
  useEffect(() => takeLate());
  if (value) {
    const name = value.name || (card ? nameOf(card) : '…');
    return (
      <Input.Wrapper label={t('compose.about.label')} labelElement="div">
        <div className={c.chosen}>
          <b>{name}</b>
          <ActionIcon
            size={28}
            variant="subtle"
            color="gray"
            aria-label={t('composer.remove', { name })}
            onClick={() => onChange(null)}
          >
            <Icon of={IconX} size={16} />
          </ActionIcon>
        </div>
      </Input.Wrapper>
    );
  }
  return (
    <Combobox store={box} withinPortal onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          name="to"
          role="combobox"
          data-field="to"
          label={t('compose.about.label')}
          description={t('compose.about.hint')}
          autoComplete="off"
          maxLength={100}
          value={typed}
          error={error}
          onChange={(event) => {
            type(event.currentTarget.value);
            isAwaited.current = false;
            box.openDropdown();
            box.resetSelectedOption();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
            if (box.getSelectedOptionIndex() !== -1) return;
            event.preventDefault();
            if (isFresh) takeOne();
            else isAwaited.current = true;
          }}
          onFocus={() => typed !== '' && box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={words === ''}>
        <Combobox.Options mah={280} style={{ overflow: 'auto' }} aria-label={t('compose.about.label')}>
          {found.map((one) => (
            <Combobox.Option key={one.id} value={String(one.id)} className={c.person} disabled={!isFresh}>
              <span>{nameOf(one)}</span>
              <small>{[readableAddress(one.email ?? ''), one.phone].filter(Boolean).join(' · ')}</small>
            </Combobox.Option>
          ))}
          {words !== '' && (
            <Combobox.Option value={nobody} disabled={!isFresh}>
              {t('compose.about.make', { name: typed.trim() })}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** An address, a number, or a name. */
function fieldsOf(text: string): Record<string, string> {
  if (emailValue.safeParse(text).success) return { email: text };
  if (isNumber.test(text)) return { phone: text };
  const [first = '', ...last] = text.split(/\s+/);
  return { first_name: first, last_name: last.join(' ') };
}
