import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { mailboxHistory } from '#contract/mailboxes.ts';
import { callQuery } from '../../api/call.ts';
import { mailErrorText } from '../../i18n/mail-error-text.ts';
import { HealthLog } from '../../ui/health-aside.tsx';
import { mailboxTroubleOf } from '../../ui/mailbox-trouble.ts';
import { Problem } from '../../ui/problem.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { HealthDot } from '../../ui/small-parts.tsx';
import c from './mailbox-form.module.css';

type Entry = z.output<typeof mailboxHistory.answer>['entries'][number];

const shownFirst = 8;
const levels = { ok: 'ok', connecting: 'idle', degraded: 'warn', action_needed: 'bad' } as const;

/** What happened to the connection, day by day: what it means in words, and the server's own for those who ask. */
export function MailboxHistory({ id }: { id: number }) {
  const { t } = useTranslation();
  const [showsAll, showAll] = useState(false);
  const { data, error, isPending, refetch } = useQuery(callQuery(mailboxHistory, { id }));
  if (isPending) return <Bone width="80%" />;
  if (!data) return <Problem error={error} retry={() => void refetch()} />;
  if (data.entries.length === 0) return <p className={c.quiet}>{t('mailbox.history.empty')}</p>;
  const entries = showsAll ? data.entries : data.entries.slice(0, shownFirst);
  const hidden = data.entries.length - entries.length;
  return (
    <>
      <HealthLog entries={entries} tell={(entry) => <HistoryEntry of={entry} />} />
      {hidden > 0 && (
        <Button variant="subtle" size="xs" color="gray" ml={-8} onClick={() => showAll(true)}>
          {t('mailbox.history.more', { count: hidden })}
        </Button>
      )}
    </>
  );
}

function HistoryEntry({ of }: { of: Entry }) {
  const { t } = useTranslation();
  return (
    <>
      <HealthDot level={levels[of.state]}>
        {of.state === 'degraded' ? t(`mailbox.health.${mailboxTroubleOf(of.key)}`) : t(`mailbox.history.${of.state}`)}
      </HealthDot>
      {of.key && <p>{mailErrorText(of.key)}</p>}
      {of.details && (
        <details className={c.words}>
          <summary>{t('mailbox.history.words')}</summary>
          <code>{of.details}</code>
        </details>
      )}
    </>
  );
}
