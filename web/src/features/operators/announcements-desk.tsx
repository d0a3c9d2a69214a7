import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listAnnouncements, type MadeAnnouncement, withdrawAnnouncement } from '#contract/announcements.ts';
import { call, callQuery } from '../../api/call.ts';
import { dayTimeWithin, readTime } from '../../i18n/time.ts';
import { AnnouncementLine } from '../../ui/announcement.tsx';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { BackToList } from '../../ui/back-to-list.tsx';
import { Empty } from '../../ui/empty.tsx';
import list from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import c from './announcements.module.css';
import { OperatorPages } from './operator-pages.tsx';

/** What is told to everybody on the installation: made, looked at, withdrawn. */
export function AnnouncementsDesk() {
  const { t } = useTranslation();
  usePageTitle(t('operators.announcements.title'));
  const client = useQueryClient();
  const password = useAskPassword(t('operators.password_lead'));
  const found = useQuery({ ...callQuery(listAnnouncements, {}), staleTime: 0 });
  const withdraw = useMutation({
    mutationFn: (id: number) => password.run(() => call(withdrawAnnouncement, { id })),
    onSuccess: async (done) => {
      if (!done) return;
      toast({ status: 'success', title: t('operators.announcements.withdrawn') });
      await client.invalidateQueries({ queryKey: ['announcements'] });
    },
    onError: (error) => toastError(t('operators.announcements.not_withdrawn'), error),
  });
  const all = found.data?.announcements ?? [];
  return (
    <div className={list.page}>
      <div className={list.bar}>
        <BackToList />
        <h1>{t('operators.announcements.title')}</h1>
        <span className={list.gap} />
        <OperatorPages />
      </div>
      <div className={c.body}>
        <AnnouncementForm run={password.run} />
        {!found.data && found.error ? (
          <Problem error={found.error} retry={() => void found.refetch()} />
        ) : found.isPending ? (
          <SkeletonRows label={t('list.loading')} columns="minmax(0, 1fr)" height={72} lines={2} />
        ) : all.length === 0 ? (
          <Empty title={t('operators.announcements.empty')}>{t('operators.announcements.empty_text')}</Empty>
        ) : (
          <ul className={c.list} aria-label={t('operators.announcements.title')}>
            {all.map((one) => (
              <li key={one.id}>
                <AnnouncementLine of={one} />
                <Facts of={one} withdraw={() => withdraw.mutate(one.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {password.dialog}
    </div>
  );
}

function Facts({ of, withdraw }: { of: MadeAnnouncement; withdraw: () => void }) {
  const { t } = useTranslation();
  const state = stateOf(of);
  const [from, to] = [dayTimeWithin(of.begins), dayTimeWithin(of.ends)];
  return (
    <p>
      <b>{t(`operators.announcements.is.${state}`)}</b>
      <span>{t('operators.announcements.from_to', { from, to })}</span>
      {of.made_by && <span>{t('operators.announcements.by', { name: of.made_by })}</span>}
      <span>{t('operators.announcements.put_away', { count: of.put_away })}</span>
      {(state === 'now' || state === 'ahead') && (
        <Button variant="subtle" size="compact-sm" color="var(--p-danger)" onClick={withdraw}>
          {t('operators.announcements.withdraw')}
        </Button>
      )}
    </p>
  );
}

function stateOf({ begins, ends, withdrawn_at }: MadeAnnouncement): 'ahead' | 'now' | 'over' | 'withdrawn' {
  if (withdrawn_at !== null) return 'withdrawn';
  if (readTime(begins).getTime() > Date.now()) return 'ahead';
  return readTime(ends).getTime() > Date.now() ? 'now' : 'over';
}
