import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../ui/keys.ts';

type Thread = {
  readonly hasNextPage: boolean;
  readonly fetchNextPage: (how: { throwOnError: true }) => Promise<{ hasNextPage: boolean }>;
};

/** The browser's own key for printing waits for the messages that are not there yet. Its menu does not. */
export function usePrintWhole({ hasNextPage, fetchNextPage }: Thread): void {
  const { t } = useTranslation();
  const isBusy = useRef(false);
  const [round, print] = useState(0);
  const fetchAll = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      for (let hasMore = hasNextPage; hasMore; ) hasMore = (await fetchNextPage({ throwOnError: true })).hasNextPage;
    } catch {
      // What is there goes to paper, and that it is not all.
    }
    isBusy.current = false;
    print((old) => old + 1);
  };
  useKeys([{ key: 'Mod+KeyP', label: t('thread.print'), also: 'print', group: 'act', run: () => void fetchAll() }]);
  // Once the messages are drawn.
  useEffect(() => {
    if (round > 0) window.print();
  }, [round]);
}
