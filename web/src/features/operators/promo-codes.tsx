import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listPromoCodes, revokePromoCodes } from '#contract/promo-codes.ts';
import { call } from '../../api/call.ts';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { BackToList } from '../../ui/back-to-list.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import list from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { OperatorPages } from './operator-pages.tsx';
import { PromoBatchView } from './promo-batch.tsx';
import c from './promo-codes.module.css';
import { PromoForm } from './promo-form.tsx';

/** Codes that take percent off a price: made, listed, copied, downloaded, revoked. */
export function PromoCodes() {
  const { t } = useTranslation();
  usePageTitle(t('operators.promo.title'));
  const password = useAskPassword(t('operators.password_lead'));
  const revoke = useRevoke(password.run);
  const found = useInfiniteQuery({
    queryKey: ['promocode', 'list'],
    queryFn: ({ pageParam }) => call(listPromoCodes, pageParam === 0 ? {} : { before: pageParam }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.has_more ? last.batches.at(-1)?.id : undefined),
    staleTime: 0,
  });
  const batches = found.data?.pages.flatMap((page) => page.batches) ?? [];
  return (
    <div className={list.page}>
      <div className={list.bar}>
        <BackToList />
        <h1>{t('operators.promo.title')}</h1>
        <span className={list.gap} />
        <OperatorPages />
      </div>
      <div className={c.body}>
        <PromoForm run={password.run} />
        {!found.data && found.error ? (
          <Problem error={found.error} retry={() => void found.refetch()} />
        ) : found.isPending ? (
          <SkeletonRows label={t('list.loading')} columns="minmax(0, 1fr) minmax(0, 1fr)" height={56} lines={2} />
        ) : batches.length === 0 ? (
          <Empty title={t('operators.promo.empty')}>{t('operators.promo.empty_text')}</Empty>
        ) : (
          <section aria-label={t('operators.promo.title')}>
            {batches.map((batch, index) => (
              <PromoBatchView key={batch.id} of={batch} isOpen={index === 0} revoke={(ids) => void revoke(ids)} />
            ))}
          </section>
        )}
        {found.hasNextPage && (
          <Button
            variant="default"
            className={c.older}
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('operators.promo.older')}
          </Button>
        )}
      </div>
      {password.dialog}
    </div>
  );
}

function useRevoke(run: ReturnType<typeof useAskPassword>['run']) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const revoking = useMutation({
    mutationFn: (ids: number[]) => run(() => call(revokePromoCodes, { ids })),
    onSuccess: async (answer) => {
      if (!answer) return;
      toast({ status: 'success', title: t('operators.promo.revoked', { count: answer.revoked }) });
      await client.invalidateQueries({ queryKey: ['promocode'] });
    },
    onError: (error) => toastError(t('operators.promo.not_revoked'), error),
  });
  return async (ids: number[]) => {
    const isSure = await confirm({
      title: t('operators.promo.revoke_title', { count: ids.length }),
      text: t('operators.promo.revoke_text', { count: ids.length }),
      action: t('operators.promo.revoke_confirm'),
      danger: true,
    });
    if (isSure) revoking.mutate(ids);
  };
}
