import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type AiConfig, aiConfigsPerPersonMax, aiSettings, deleteAiConfig } from '#contract/user-ai-configs.ts';
import { call, callQuery } from '../../api/call.ts';
import { dayWithin } from '../../i18n/time.ts';
import { focusNextRow } from '../../ui/focus-next-row.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { KeptRow } from './kept-row.tsx';
import { NewAiProvider } from './new-ai-provider.tsx';
import c from './settings.module.css';

const query = callQuery(aiSettings, {});

/** Providers of language models that are kept for oneself: those there are, and how one is added. */
export function AiProvidersPart() {
  const { t } = useTranslation();
  const found = useQuery(query);
  const configs = found.data?.['user-ai-config'];
  return (
    <div ref={focusNextRow}>
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
    </div>
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
  const { name } = of;
  return (
    <KeptRow
      name={name}
      code={of.model}
      facts={[t(`ai.protocols.${of.protocol}`), new URL(of.base_url).host, t('ai.added', { day: dayWithin(of.added) })]}
      more={of.base_url}
      words={{
        action: t('ai.delete'),
        named: t('ai.delete_named', { name }),
        title: t('ai.delete_title', { name }),
        text: t('ai.delete_text'),
        done: t('ai.deleted', { name }),
        failed: t('ai.not_deleted'),
      }}
      giveUp={() => call(deleteAiConfig, { id: of.id })}
      queryKey={query.queryKey}
    />
  );
}
