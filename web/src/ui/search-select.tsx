import { defaultOptionsFilter, getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = Omit<SelectProps, 'searchable' | 'searchValue' | 'defaultValue' | 'value' | 'dropdownOpened'> & {
  value: string | null;
  /** What fits is not known yet. */
  isAwaited?: boolean;
};

/**
 * A select that is searched by typing. What was chosen is selected text, so that typing takes its place; while what is
 * typed is not a choice, Enter sends no form: it takes what is marked, or the first that fits as soon as that is there.
 */
export function SearchSelect(props: Props) {
  const { data, value, onSearchChange, onOptionSubmit, onFocus, onMouseDown, onClick, ...others } = props;
  const { selectFirstOptionOnChange = true, isAwaited = false, ...rest } = others;
  const { filter = defaultOptionsFilter, limit = Number.POSITIVE_INFINITY, onChange } = rest;
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const label = useLabel(data, value);
  /** Null: what is chosen stands there. */
  const [typed, type] = useState<string | null>(null);
  const [isOpen, open] = useState(false);
  const isSearch = typed !== null && typed !== label;
  /** Enter was pressed before anything was there; whatever is typed or pressed since then means something else. */
  const isEntered = useRef(false);
  const seek = (words: string) => {
    isEntered.current = false;
    type(words === label ? null : words);
    onSearchChange?.(words);
  };
  const settle = (id: string) => {
    // Chosen anew, nothing changes that would end the search.
    if (id === value) seek(label);
    type(null);
    onOptionSubmit?.(id);
    requestAnimationFrame(() => field.current === document.activeElement && field.current?.select());
  };
  const takeFirst = () => {
    const options = getParsedComboboxData<string>(data);
    // Of everything that is offered, the first is nobody's choice.
    const fitting = typed ? filter({ options, search: typed, limit }) : [];
    const first = fitting.flatMap((one) => ('items' in one ? one.items : [one])).find((one) => !one.disabled);
    const option = first && getOptionsLockup(options)[String(first.value)];
    open(option === undefined);
    if (!option) return;
    settle(option.value);
    if (option.value !== value) onChange?.(option.value, option);
  };
  const takeLate = useEffectEvent(() => {
    if (!isEntered.current || isAwaited) return;
    isEntered.current = false;
    if (isSearch && field.current === document.activeElement) takeFirst();
  });
  useEffect(() => takeLate());
  return (
    <Select
      allowDeselect={false}
      nothingFoundMessage={t('list.nothing_found')}
      {...rest}
      // Turned on once what was awaited is there, it chooses anew.
      selectFirstOptionOnChange={selectFirstOptionOnChange && typed !== '' && !isAwaited}
      searchable
      data={data}
      value={value}
      searchValue={typed ?? label}
      onSearchChange={seek}
      dropdownOpened={isOpen}
      onDropdownOpen={() => open(true)}
      onDropdownClose={() => open(false)}
      onOptionSubmit={settle}
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
      // Before the select, which knows no mark that has not followed yet.
      onKeyDownCapture={(event) => {
        isEntered.current = false;
        if (event.key !== 'Enter' || !isSearch || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
        const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
        if (isOpen && !isAwaited) return marked ? marked.click() : takeFirst();
        isEntered.current = isAwaited;
        // What fits, or that nothing does, is said anew.
        open(true);
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
