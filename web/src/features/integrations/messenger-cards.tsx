import { Button } from '@mantine/core';
import { IconMessageChatbot } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { healthStates } from '#contract/channel-health.ts';
import { integrations, lookAtIntegration, type Messenger, messengers } from '#contract/integrations.ts';
import { call } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { mayDo, useSelf } from '../../api/self.ts';
import { messengerErrorText } from '../../i18n/messenger-error-text.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { healthLevels } from '../../ui/integration-health.tsx';
import { MessengerIcon, messengerNames } from '../../ui/messenger-icon.tsx';
import { HealthDot } from '../../ui/small-parts.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import c from './messenger-cards.module.css';

/**
 * What a product can be written to through: a card each, that tells how those are that are connected, and leads to connecting
 * another one in the company that is looked at.
 * `quidgets` leads to those, where there are any.
 */
export function MessengerCards({ quidgets, company }: { quidgets: ReactNode; company?: number | undefined }) {
  const { t } = useTranslation();
  const mayCreate = mayDo(useSelf(), 'integrations.create');
  return (
    <section className={c.cards} aria-label={t('integrations.cards')}>
      <p className={c.truth}>{t('integrations.no_traffic')}</p>
      <ul>
        {messengers.map((one) => (
          <Card
            key={one}
            icon={<MessengerIcon of={one} size={24} />}
            name={messengerNames[one]}
            about={<About of={one} />}
          >
            <CheckNow of={one} />
            {mayCreate && (
              <Link
                to="/integrations/add"
                search={{ company }}
                hash={one}
                aria-label={t('integrations.connect_one', { name: messengerNames[one] })}
              >
                {t('integrations.connect')}
              </Link>
            )}
          </Card>
        ))}
        {quidgets && (
          <Card
            icon={<Icon of={IconMessageChatbot} size={24} />}
            name={t('integrations.quidget')}
            about={t('integrations.about.quidget')}
          >
            {quidgets}
          </Card>
        )}
      </ul>
    </section>
  );
}

function Card({
  icon,
  name,
  about,
  children,
}: {
  icon: ReactNode;
  name: string;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={c.card}>
      {icon}
      <b>{name}</b>
      <span>{about}</span>
      {children}
    </li>
  );
}

/** More are not asked about at once: a server has a limit for it. Whatever is in trouble comes first. */
const checkedMax = 20;
const shownMax = 100;

/** Those that are in use, in every company that one works for. */
function useConnected(of: Messenger) {
  const { data } = useQuery(
    rowsQuery(integrations, {
      fields: ['id', 'company_id', 'title', 'health_state'],
      conditions: [
        ['messenger', '=', of],
        ['is_deleted', '=', 0],
      ],
      // By its word, `ok` is the last.
      sort: [['health_state', 'asc']],
      range: [0, shownMax],
    }),
  );
  return { rows: data?.rows ?? [], total: data?.total ?? 0 };
}

/** How those are that there are, once there is one. */
function About({ of }: { of: Messenger }) {
  const { t } = useTranslation();
  const { rows, total } = useConnected(of);
  if (total === 0) return t(`integrations.about.${of}`);
  const counts = Map.groupBy(rows, (row) => row.health_state);
  const unwell = rows.length - (counts.get('ok')?.length ?? 0);
  return healthStates.map((state) => {
    const count = state === 'ok' ? total - unwell : (counts.get(state)?.length ?? 0);
    return (
      count > 0 && (
        <HealthDot key={state} level={healthLevels[state]}>
          {t(`integrations.health.${state}`, { count })}
        </HealthDot>
      )
    );
  });
}

/** Asks the messenger about each, as the page of each does. */
function CheckNow({ of }: { of: Messenger }) {
  const { t } = useTranslation();
  const who = useSelf();
  const client = useQueryClient();
  const { rows, total } = useConnected(of);
  const mine = rows.filter((row) => mayDo(who, 'integrations.update', row.company_id)).slice(0, checkedMax);
  const checking = useMutation({
    mutationFn: async () => {
      const refused: string[] = [];
      for (const { id, title } of mine) {
        // One that nobody could ask says nothing of the others.
        const said = await call(lookAtIntegration, { id }).then(
          ({ ok, key, message }) => (ok ? undefined : messengerErrorText(key, message)),
          errorText,
        );
        if (said !== undefined) refused.push(`${title}: ${said}`);
      }
      return refused;
    },
    onSuccess: (refused) => {
      if (refused.length === 0)
        toast({ status: 'success', title: t('integrations.health.ok', { count: mine.length }) });
      else toast({ status: 'error', title: t('integrations.check.refused'), text: refused.join('\n') });
    },
    onError: (error) => toastError(t('integrations.check.failed'), error),
    onSettled: () => client.invalidateQueries({ queryKey: ['integrations'] }),
  });
  if (total === 0) return null;
  return (
    <WhyNot reason={mine.length > 0 ? undefined : t('why_not.role')}>
      <Button
        size="compact-xs"
        variant="default"
        loading={checking.isPending}
        aria-label={`${t('integrations.check.now')}: ${messengerNames[of]}`}
        onClick={() => checking.mutate()}
      >
        {t('integrations.check.now')}
      </Button>
    </WhyNot>
  );
}
