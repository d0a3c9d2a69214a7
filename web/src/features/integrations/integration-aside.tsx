import { Anchor, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { integrationHistory, type integrations, lookAtIntegration } from '#contract/integrations.ts';
import { call, callQuery } from '../../api/call.ts';
import { useMay } from '../../api/self.ts';
import { messengerErrorText } from '../../i18n/messenger-error-text.ts';
import { BotFace } from '../../ui/bot-face.tsx';
import { DayTime } from '../../ui/day-time.tsx';
import { AsideNote, Fact, HealthAside, HealthLog, Why } from '../../ui/health-aside.tsx';
import { IntegrationHealth } from '../../ui/integration-health.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import c from './integration.module.css';

type Integration = Row<typeof integrations>;

/** Whose the token is, whether it still holds, and what happened to it. */
export function IntegrationAside({ of }: { of: Integration }) {
  const { t } = useTranslation();
  return (
    <HealthAside title={t('integrations.facts.title')}>
      <div className={c.bot}>
        <BotFace of={of} size={40} />
        <div>
          <b>{of.bot_name ?? t('integrations.facts.unknown')}</b>
          <Address of={of} />
        </div>
      </div>
      <dl>
        <Fact name={t('integrations.facts.state')}>
          <IntegrationHealth of={of} />
        </Fact>
        <Fact name={t('integrations.facts.checked')}>
          {of.checked_at ? <DayTime at={of.checked_at} /> : t('integrations.facts.never')}
        </Fact>
        {of.next_try_at && of.is_deleted === 0 && (
          <Fact name={t('integrations.facts.next_check')}>
            <DayTime at={of.next_try_at} />
          </Fact>
        )}
      </dl>
      {of.health_key && of.health_state !== 'ok' && (
        <Why details={of.health_details}>{messengerErrorText(of.health_key)}</Why>
      )}
      {of.other_webhook && <AsideNote>{t('integrations.other_webhook', { host: of.other_webhook })}</AsideNote>}
      <AsideNote>{t('integrations.no_traffic')}</AsideNote>
      <CheckNow of={of} />
      <h2>{t('integrations.history.title')}</h2>
      <History id={of.id} />
    </HealthAside>
  );
}

/** Where the bot is met. */
function Address({ of }: { of: Integration }) {
  if (!of.bot_address) return null;
  if (of.messenger !== 'telegram') return <span>{of.bot_address}</span>;
  return (
    <Anchor href={`https://t.me/${of.bot_address.replace('@', '')}`} target="_blank" rel="noreferrer" inherit>
      {of.bot_address}
    </Anchor>
  );
}

function CheckNow({ of }: { of: Integration }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayUpdate = useMay('integrations.update', of.company_id);
  const reason = of.is_deleted === 1 ? t('integrations.check.disabled') : mayUpdate ? undefined : t('why_not.role');
  const checking = useMutation({
    mutationFn: () => call(lookAtIntegration, { id: of.id }),
    onSuccess: async ({ ok, key, message }) => {
      await client.invalidateQueries({ queryKey: ['integrations'] });
      if (ok) toast({ status: 'success', title: t('integrations.check.fine') });
      else toast({ status: 'error', title: t('integrations.check.refused'), text: messengerErrorText(key, message) });
    },
    onError: (error) => toastError(t('integrations.check.failed'), error),
  });
  return (
    <div className={c.actions}>
      <WhyNot reason={reason}>
        <Button variant="default" fullWidth loading={checking.isPending} onClick={() => checking.mutate()}>
          {t('integrations.check.now')}
        </Button>
      </WhyNot>
    </div>
  );
}

const shownFirst = 12;

function History({ id }: { id: number }) {
  const { t } = useTranslation();
  const [showsAll, showAll] = useState(false);
  const { data, error, isPending, refetch } = useQuery(callQuery(integrationHistory, { id }));
  if (isPending) return <Bone width="80%" />;
  if (!data) return <Problem error={error} retry={() => void refetch()} />;
  if (data.entries.length === 0) return <AsideNote>{t('integrations.history.empty')}</AsideNote>;
  const entries = showsAll ? data.entries : data.entries.slice(0, shownFirst);
  const hidden = data.entries.length - entries.length;
  return (
    <>
      <HealthLog
        entries={entries}
        tell={({ key, state }) =>
          key ? messengerErrorText(key) : t(`entities.integrations.choices.health_state.${state}`)
        }
      />
      {hidden > 0 && (
        <Button variant="subtle" size="xs" color="gray" ml={-8} onClick={() => showAll(true)}>
          {t('integrations.history.more', { count: hidden })}
        </Button>
      )}
    </>
  );
}
