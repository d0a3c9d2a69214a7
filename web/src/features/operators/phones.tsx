import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPencil, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPhones, type OperatorsPhone } from '#contract/product-call-phones.ts';
import { call } from '../../api/call.ts';
import { formatNumber } from '../../i18n/time.ts';
import { BackToList } from '../../ui/back-to-list.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import list from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AddPhones } from './add-phones.tsx';
import { EditPhone } from './edit-phone.tsx';
import { OperatorPages } from './operator-pages.tsx';
import c from './phones.module.css';

const searchPauseMs = 250;

/** All telephone numbers of the installation: brought in, found, corrected. */
export function Phones() {
  const { t } = useTranslation();
  usePageTitle(t('operators.phones.title'));
  const [words, setWords] = useState('');
  const [search] = useDebouncedValue(words.trim(), searchPauseMs);
  const [edited, setEdited] = useState<OperatorsPhone>();
  const found = useInfiniteQuery({
    queryKey: ['product-call-phones', 'list-all', search],
    queryFn: ({ pageParam }) =>
      call(listPhones, { ...(search ? { search } : {}), ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.has_more ? last.phones.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const phones = found.data?.pages.flatMap((page) => page.phones) ?? [];
  const providers = found.data?.pages[0]?.providers ?? [];
  const total = found.data?.pages[0]?.total ?? 0;
  const stateOf = (one: OperatorsPhone): string => {
    if (one.company_name !== null) return `${one.company_name}, ${one.product_name ?? ''}`;
    if (one.is_deleted === 1) return t('operators.phones.out_of_service');
    return one.is_onboarding === 1 ? t('operators.phones.pool') : t('operators.phones.not_offered');
  };
  return (
    <div className={list.page}>
      <div className={list.bar}>
        <BackToList />
        <h1>{t('operators.phones.title')}</h1>
        {found.data && <span className={c.total}>{formatNumber(total)}</span>}
        <span className={list.gap} />
        <OperatorPages />
      </div>
      <div className={c.body}>
        <AddPhones providers={providers} />
        <TextInput
          className={c.find}
          variant="filled"
          type="search"
          aria-label={t('operators.phones.find')}
          placeholder={t('operators.phones.find')}
          leftSection={<Icon of={IconSearch} size={16} />}
          maxLength={50}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {!found.data && found.error ? (
          <Problem error={found.error} retry={() => void found.refetch()} />
        ) : found.isPending ? (
          <SkeletonRows label={t('list.loading')} columns="minmax(0, 1fr) minmax(0, 1fr)" height={44} />
        ) : phones.length === 0 ? (
          <Empty title={t(search ? 'operators.phones.nothing' : 'operators.phones.empty')}>
            {t(search ? 'operators.phones.nothing_text' : 'operators.phones.empty_text')}
          </Empty>
        ) : (
          <ul className={c.phones} aria-label={t('operators.phones.title')}>
            {phones.map((one) => (
              <li key={one.id}>
                <b>{one.readable_number}</b>
                <span>{one.name === one.phone_number ? one.country_code : `${one.country_code} ${one.name}`}</span>
                <span>{providers.find(({ id }) => id === one.acd_provider_id)?.provider}</span>
                <span>{stateOf(one)}</span>
                <ActionIcon
                  size={28}
                  aria-label={t('operators.phones.edit', { number: one.phone_number })}
                  onClick={() => setEdited(one)}
                >
                  <Icon of={IconPencil} size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {found.hasNextPage && (
          <Button
            variant="default"
            className={c.older}
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('operators.phones.older')}
          </Button>
        )}
      </div>
      {edited && <EditPhone key={edited.id} of={edited} providers={providers} close={() => setEdited(undefined)} />}
    </div>
  );
}
