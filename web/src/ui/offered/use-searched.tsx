import { type ComboboxData, getParsedComboboxData, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { asMeant } from './as-meant.ts';
import type { Offered } from './use-offered.ts';

type Searched = {
  words: string;
  type: (words: string) => void;
  from: readonly Pick<Offered, 'found' | 'isSearching' | 'isPending'>[];
  data: ComboboxData;
  /** What is said where there is none at all. */
  none?: string | undefined;
};

/** How a select is searched: what is offered for what is typed stands among its `data`. */
export function useSearched(of: Searched) {
  const { words, type, from, data, none } = of;
  const { t } = useTranslation();
  const isSearching = from.some((one) => one.isSearching);
  const filter = asMeant(new Set(from.flatMap((one) => [...one.found])));
  const options = getParsedComboboxData<string>(data);
  const isLooking = isSearching || from.some((one) => one.isPending);
  return {
    isAwaited: isLooking && filter({ options, search: words, limit: options.length }).length === 0,
    searched: {
      searchable: true,
      openOnFocus: false,
      checkIconPosition: 'right' as const,
      onSearchChange: type,
      filter,
      nothingFoundMessage: isLooking ? t('list.loading') : words === '' && none ? none : t('list.nothing_found'),
      ...(isSearching ? { rightSection: <Loader size={14} aria-label={t('list.loading')} /> } : {}),
    },
  };
}
