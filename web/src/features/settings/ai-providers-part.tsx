import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type AiConfig, aiConfigsPerPersonMax, aiSettings, deleteAiConfig } from '#contract/user-ai-configs.ts';
import { call, callQuery } from '../../api/call.ts';
import { dayWithin } from '../../i18n/time.ts';
import { confirm } from '../../ui/confirm.tsx';
import { FormPart } from '../../ui/form-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { NewAiProvider } from './new-ai-provider.tsx';
import c from './settings.module.css';

const query = callQuery(aiSettings, {});

/** Providers of language models that are kept for oneself: those there are, and how one is added. */
export function AiProvidersPart() {
  const { t } = useTranslation();
  const found = useQuery(query);
  const configs = found.data?.['user-ai-config'];
  return (
    <>
      <FormPart title={t('ai.title')} lead={t('ai.lead')}>
        {found.isError && !configs && <Problem error={found.error} retry={() => void found.refetch()} />}
        {configs && configs.length > 0 && (
          <ul className={c.tokens}>
            {configs.map((config) => (
              <Config key={config.id} of={config} />
            ))}
          </ul>
        )}
        {configs?.length === 0 && <p className={c.hint}>{t('ai.none')}</p>}
      </FormPart>
      {found.data && configs && (
        <FormPart title={t('ai.new')}>
          <WhetherNew mayKeep={found.data.ai_features.split(',').includes('own_provider')} count={configs.length} />
        </FormPart>
      )}
    </>
  );
}

function WhetherNew({ mayKeep, count }: { mayKeep: boolean; count: number }) {
  const { t } = useTranslation();
  if (!mayKeep) return <p className={c.hint}>{t('ai.not_allowed')}</p>;
  if (count >= aiConfigsPerPersonMax) return <p className={c.hint}>{t('ai.enough', { max: aiConfigsPerPersonMax })}</p>;
  return <NewAiProvider />;
}

function Config({ of }: { of: AiConfig }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => call(deleteAiConfig, { id: of.id }),
    onSuccess: () => toast({ status: 'success', title: t('ai.deleted', { name: of.name }) }),
    onError: (error) => toastError(t('ai.not_deleted'), error),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const remove = async () => {
    const sure = await confirm({
      title: t('ai.delete_title', { name: of.name }),
      text: t('ai.delete_text'),
      action: t('ai.delete'),
      danger: true,
    });
    if (sure) deleting.mutate();
  };
  const facts = [
    t(`ai.protocols.${of.protocol}`),
    new URL(of.base_url).host,
    t('ai.added', { day: dayWithin(of.added) }),
  ];
  return (
    <li className={c.token}>
      <span>
        <b>{of.name}</b> <code>{of.model}</code>
      </span>
      <small title={of.base_url}>{facts.join(' · ')}</small>
      <Button
        variant="default"
        loading={deleting.isPending}
        aria-label={t('ai.delete_named', { name: of.name })}
        onClick={() => void remove()}
      >
        {t('ai.delete')}
      </Button>
    </li>
  );
}
