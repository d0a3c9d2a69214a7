import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { beforeSigningOut } from '../../api/before-leaving.ts';
import { useSelf } from '../../api/self.ts';
import { useSessionState } from '../../api/session.ts';
import strip from '../../realtime/connection-banner.module.css';
import { useRealtimeState } from '../../realtime/realtime.tsx';
import { Icon } from '../../ui/icon.tsx';
import c from './refused-letters.module.css';
import { numberOf, useOutbox } from './use-outgoing.ts';

/** A phone has room for so many; the rest follow as these are dealt with. */
const namedMax = 3;

/** What the server refused stands in the thread of its ticket, and its writer may be anywhere by now: leads there from every page. */
export function RefusedLetters() {
  const { t } = useTranslation();
  const { user } = useSelf();
  const { all, outbox } = useOutbox(user.id);
  const isIn = useSessionState() === 'in';
  const isLive = useRealtimeState() === 'live';
  useEffect(() => {
    if (isIn && isLive) outbox.retryWaiting();
  }, [isIn, isLive, outbox]);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(
    () => beforeSigningOut(async () => (await import('./letters-that-stay.ts')).lettersThatStay(outbox)),
    [outbox],
  );
  const refused = all.filter(({ state, is_known }) => state.is === 'refused' && !is_known);
  const elsewhere = refused.filter(({ ticket_id }) => !path.endsWith(`/tickets/${ticket_id}`));
  if (elsewhere.length === 0) return null;
  const numbers = new Map(elsewhere.map((one) => [one.ticket_id, numberOf(one)]));
  return (
    <section className={`${strip.banner} ${c.refused}`} data-shown aria-label={t('thread.outgoing.not_sent')}>
      {t('thread.outgoing.not_sent')}:
      {[...numbers].slice(0, namedMax).map(([id, number]) => (
        <Link key={id} to="/tickets/$id" params={{ id }} data-thumb>
          {number}
        </Link>
      ))}
      {numbers.size > namedMax && <span>+{numbers.size - namedMax}</span>}
      <ActionIcon size={24} data-thumb aria-label={t('thread.outgoing.hush')} onClick={() => outbox.hush(elsewhere)}>
        <Icon of={IconX} size={16} />
      </ActionIcon>
    </section>
  );
}
