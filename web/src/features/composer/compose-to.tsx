import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findCustomers } from '#contract/customers.ts';
import { callQuery } from '../../api/call.ts';
import { readableAddress } from '../../ui/readable-address.ts';
import { addRecipients, parseRecipients, type Recipient, typedRecipient } from './recipients.ts';

const typingPauseMs = 150;

/** It is read again when the next one is added. */
const textOf = ({ name, address }: Recipient) => typedRecipient({ name, address: readableAddress(address) });

/** Whom a new letter goes to: customers found by name, address or number, or addresses nobody knows yet. */
export function ComposeTo(props: {
  companyId: number;
  to: readonly Recipient[];
  error: string | undefined;
  onChange: (to: Recipient[]) => void;
}) {
  const { companyId, to, error, onChange } = props;
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [bad, tellBad] = useState<string | null>(null);
  const [words] = useDebouncedValue(typed.trim(), typingPauseMs);
  const { data, isPlaceholderData, isError } = useQuery({
    ...callQuery(findCustomers, { company_id: companyId, words }),
    enabled: companyId > 0 && words !== '',
    placeholderData: keepPreviousData,
  });
  // What was found for words that have been taken would lie over whom they named.
  const found = (typed.trim() === '' ? [] : (data?.customers ?? [])).flatMap((one) => {
    const name = `${one.first_name} ${one.last_name}`.trim().replace(/[<>,;"]/g, ' ');
    return one.email ? [textOf({ name, address: one.email })] : [];
  });
  const take = (texts: readonly string[]) => {
    const read = texts.map((text) => parseRecipients(text));
    const wrong = read.flatMap((one) => one.bad);
    tellBad(wrong[0] ?? null);
    if (wrong[0]) type(wrong[0]);
    onChange(
      addRecipients(
        [],
        read.flatMap((one) => one.good),
      ),
    );
  };
  const isFresh = words === typed.trim() && ((data !== undefined && !isPlaceholderData) || isError);
  /** Enter was pressed on a name before it had been looked for, or before it was known among whose customers. */
  const isAwaited = useRef(false);
  /** The only one who is meant. Of several nobody is written to by chance: they are offered. */
  const takeOne = () => {
    isAwaited.current = false;
    const [one = typed, ...others] = found;
    if (others.length > 0) return setOpen(true);
    type('');
    take([...to.map(textOf), one]);
  };
  const takeLate = useEffectEvent(() => {
    if (isAwaited.current && isFresh) takeOne();
  });
  useEffect(() => takeLate());
  return (
    <TagsInput
      data-field="to"
      name="to"
      label={t('composer.to')}
      description={t('compose.to_hint')}
      autoFocus={to.length === 0}
      // A dialog that opens with it already there looks for this.
      data-autofocus={to.length === 0 || undefined}
      data={[...new Set(found)]}
      // With nobody to choose there is nothing to close: Escape is for the dialog around it.
      dropdownOpened={isOpen && found.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The server has looked already, also at what is not in the text.
      filter={({ options }) => options}
      value={to.map(textOf)}
      searchValue={typed}
      onSearchChange={(next) => {
        type(next);
        tellBad(null);
        isAwaited.current = false;
      }}
      onKeyDown={(event) => {
        const isName = typed.trim() !== '' && parseRecipients(typed).bad.length > 0;
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isName) return;
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
        if (list?.querySelector('[data-combobox-selected]')) return;
        event.preventDefault();
        if (isFresh) takeOne();
        else isAwaited.current = true;
      }}
      splitChars={[',', ';', '\n']}
      acceptValueOnBlur
      onChange={take}
      error={bad === null ? error : t('compose.no_address', { text: bad })}
    />
  );
}
