import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settleBeforeLeaving } from '../../api/before-leaving.ts';
import { lookAtBuild, useFlaw } from '../../api/desk-build.ts';
import { useSelf } from '../../api/self.ts';
import { forgetKept, useSessionState } from '../../api/session.ts';
import c from '../../realtime/connection-banner.module.css';
import { isKeptPage, markKnownAt } from '../../realtime/known-at.ts';
import { useRealtimeEvents, useRealtimeState } from '../../realtime/realtime.tsx';
import { useIsAway } from '../../realtime/use-is-away.ts';
import { brand } from '../../ui/brand.ts';
import { forgetDesk, keepDesk } from './desk-worker.ts';
import { forgetWithdrawn } from './first-contact.ts';
import { useKeepsHere } from './keeps-here.ts';
import { keptTicket } from './kept-store.ts';
import { markAge, restoreTicket } from './restore.ts';
import { openTicket, useKeptTicket } from './use-kept-ticket.ts';

/** Keeps the desk and the tickets that are opened, so that both are there without a network; and says when it is old. */
export function KeepOpened() {
  const isOn = useKeepsHere();
  const isAway = useIsAway();
  const isIn = useSessionState() === 'in';
  const ticketId = useOpenTicketId();
  useManifestLanguage();
  useEffect(() => {
    if (isOn) return;
    forgetKept();
    void forgetDesk();
  }, [isOn]);
  useKeptTicket(ticketId, isOn && isIn && !isAway);
  useShownFromKept(ticketId, isAway);
  return <NewVersion isOn={isOn} />;
}

function useOpenTicketId(): number | null {
  const params: { id?: unknown; entity?: unknown } = useParams({ strict: false });
  const isTicket = /\/tickets\/\d+$/.test(window.location.pathname);
  return isTicket && params.id !== undefined ? Number(params.id) : null;
}

/** A ticket that nobody can be asked for is shown as it was. */
function useShownFromKept(ticketId: number | null, isAway: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isAway) return;
    if (ticketId === null) {
      if (isKeptPage()) void markAge().catch(() => {});
      return;
    }
    if (openTicket(client, ticketId))
      void keptTicket(ticketId).then(
        (kept) => kept && markKnownAt(kept.at),
        () => {},
      );
    else void restoreTicket(client, ticketId).catch(() => {});
  }, [client, isAway, ticketId]);
}

/** At each contact: forgets what may not be seen any more, keeps what runs, and asks for a reload when there is a newer desk or a part that does not come. */
function NewVersion({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSelf();
  const isLive = useRealtimeState() === 'live';
  const [contact, count] = useState(0);
  const flaw = useFlaw();
  useRealtimeEvents((event) => {
    if (event.entity === 'realtime' && event.action === 'resync') count((before) => before + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contact is another reason
  useEffect(() => {
    if (!isLive) return;
    if (isOn) void forgetWithdrawn(client, user.id).catch(() => {});
    void lookAtBuild().then((build) => {
      if (isOn && build === 'same') void keepDesk(brand.build).catch(() => {});
    });
  }, [client, user.id, isLive, isOn, contact]);
  if (flaw === null) return null;
  const reload = async () => {
    await settleBeforeLeaving();
    window.location.reload();
  };
  return (
    <div className={c.banner} role="status" data-shown>
      {t(flaw === 'old' ? 'offline.new_version' : 'offline.torn')}
      <button type="button" onClick={() => void reload()}>
        {t('offline.reload')}
      </button>
    </div>
  );
}

/** The names of an installed desk's shortcuts. */
function useManifestLanguage(): void {
  const { language } = useTranslation().i18n;
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    const href = link?.href.replace(/(\/site)(\.uk)?(?=\.)/, language === 'uk' ? '$1.uk' : '$1');
    // To the same address again would be another manifest for the browser, which may be reading this one.
    if (link && href && href !== link.href) link.href = href;
  }, [language]);
}
