import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listLocked, unlock } from '#contract/locked-accounts.ts';
import { call, callQuery } from '../../api/call.ts';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { BackToList } from '../../ui/back-to-list.tsx';
import { DayTime } from '../../ui/day-time.tsx';
import { Empty } from '../../ui/empty.tsx';
import list from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { OperatorPages } from './operator-pages.tsx';
import c from './operators.module.css';

/** Addresses from which signing in is locked, and the way to unlock them. */
export function LockedAddresses() {
  const { t } = useTranslation();
  usePageTitle(t('operators.unlock.title'));
  const found = useQuery({ ...callQuery(listLocked, {}), staleTime: 0 });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const password = useAskPassword(t('operators.password_lead'));
  const open = useUnlock(password.run, () => setPicked(new Set()));
  const locked = found.data?.locked ?? [];
  const wanted = [...picked].filter((ip) => locked.some((one) => one.ip === ip));
  const toggle = (ip: string) =>
    setPicked((before) =>
      before.has(ip) ? new Set([...before].filter((one) => one !== ip)) : new Set([...before, ip]),
    );
  return (
    <div className={list.page}>
      <div className={list.bar}>
        <BackToList />
        <h1>{t('operators.unlock.title')}</h1>
        <span className={list.gap} />
        <OperatorPages />
        <Button
          className={c.picked}
          disabled={wanted.length === 0}
          loading={open.isPending}
          onClick={() => open.mutate(wanted)}
        >
          {t('operators.unlock.action')}
        </Button>
      </div>
      <ByHand unlock={(ip) => open.mutate([ip])} isBusy={open.isPending} />
      {!found.data && found.error ? (
        <Problem error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <SkeletonRows label={t('list.loading')} columns="minmax(0, 1fr) minmax(0, 1fr)" height={56} lines={2} />
      ) : locked.length === 0 ? (
        <Empty title={t('operators.unlock.empty')}>{t('operators.unlock.empty_text')}</Empty>
      ) : (
        <ul className={c.list} aria-label={t('operators.unlock.title')}>
          {locked.map(({ ip, email, failures, locked_until }) => (
            <li key={`${ip} ${email}`}>
              <Checkbox
                checked={picked.has(ip)}
                onChange={() => toggle(ip)}
                label={
                  <>
                    <b>{ip}</b>
                    <small>{email ?? t('operators.unlock.all_accounts')}</small>
                  </>
                }
              />
              <span className={c.until}>
                {t('operators.unlock.failures', { count: failures })}
                <small>
                  {t('operators.unlock.until')} <DayTime at={locked_until} isWithin />
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {password.dialog}
    </div>
  );
}

/** An address that the list does not show, such as one that a caller reads out. */
function ByHand({ unlock, isBusy }: { unlock: (ip: string) => void; isBusy: boolean }) {
  const { t } = useTranslation();
  const [ip, setIp] = useState('');
  return (
    <form
      className={c.byHand}
      onSubmit={(event) => {
        event.preventDefault();
        if (ip.trim() !== '') unlock(ip.trim());
      }}
    >
      <TextInput
        label={t('operators.unlock.address')}
        maxLength={64}
        value={ip}
        onChange={({ currentTarget: { value } }) => setIp(value)}
      />
      <Button type="submit" variant="default" disabled={ip.trim() === '' || isBusy}>
        {t('operators.unlock.this')}
      </Button>
    </form>
  );
}

function useUnlock(run: ReturnType<typeof useAskPassword>['run'], onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ips: string[]) => run(() => call(unlock, { ips })),
    onSuccess: async (answer) => {
      if (!answer) return;
      onDone();
      toast({
        status: answer.unlocked > 0 ? 'success' : 'info',
        title:
          answer.unlocked > 0 ? t('operators.unlock.done', { count: answer.unlocked }) : t('operators.unlock.none'),
      });
      await client.invalidateQueries({ queryKey: ['locked-account'] });
    },
    onError: (error) => toastError(t('operators.unlock.not_done'), error),
  });
}
