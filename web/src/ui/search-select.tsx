import { getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = Omit<SelectProps, 'searchable' | 'searchValue' | 'defaultValue' | 'value'> & { value: string | null };

/**
 * A select that is searched by typing. What was chosen is selected text, so that typing takes its place; while what is
 * typed is not a choice, Enter sends no form.
 */
export function SearchSelect(props: Props) {
  const { data, value, onSearchChange, onOptionSubmit, onFocus, onMouseDown, onClick, onKeyDown, ...others } = props;
  const { selectFirstOptionOnChange = true, ...rest } = others;
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const label = useLabel(data, value);
  /** Null: what is chosen stands there. */
  const [typed, type] = useState<string | null>(null);
  const isSearch = typed !== null && typed !== label;
  const seek = (words: string) => {
    type(words === label ? null : words);
    onSearchChange?.(words);
  };
  return (
    <Select
      allowDeselect={false}
      nothingFoundMessage={t('list.nothing_found')}
      {...rest}
      // Of everything that is offered, the first is nobody's choice.
      selectFirstOptionOnChange={selectFirstOptionOnChange && typed !== ''}
      searchable
      data={data}
      value={value}
      searchValue={typed ?? label}
      onSearchChange={seek}
      onOptionSubmit={(id) => {
        // Chosen anew, nothing changes that would end the search.
        if (id === value) seek(label);
        type(null);
        onOptionSubmit?.(id);
        requestAnimationFrame(() => field.current === document.activeElement && field.current?.select());
      }}
      onFocus={(event) => {
        field.current = event.currentTarget;
        event.currentTarget.select();
        onFocus?.(event);
      }}
      onMouseDown={(event) => {
        const { currentTarget: it } = event;
        // What is selected already, browsers let go of after the click that begins here.
        if (!isSearch && it.selectionStart === 0) it.setSelectionRange(it.value.length, it.value.length);
        onMouseDown?.(event);
      }}
      onClick={(event) => {
        const { currentTarget: it } = event;
        // The pointer puts the cursor behind what the focus had selected. Whoever selects a part means that.
        if (!isSearch && it.selectionStart === it.selectionEnd) it.select();
        onClick?.(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== 'Enter' || !isSearch) return;
        event.preventDefault();
        // What fits, or that nothing does, is said anew.
        if (event.currentTarget.ariaExpanded !== 'true') event.currentTarget.click();
      }}
    />
  );
}

/** What the choice is called, also when it is no longer offered. */
function useLabel(data: SelectProps['data'], value: string | null): string {
  const offered = value === null ? undefined : getOptionsLockup(getParsedComboboxData(data))[value]?.label;
  const [known, know] = useState({ value, label: offered ?? '' });
  const label = offered ?? (known.value === value ? known.label : '');
  if (known.value !== value || known.label !== label) know({ value, label });
  return label;
}
