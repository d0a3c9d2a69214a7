import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { endOtherSessions, endSession, getSessions } from '#contract/sessions.ts';
import { call, callQuery } from '../../api/call.ts';
import { confirm } from '../../ui/confirm.tsx';
import { DayTime } from '../../ui/day-time.tsx';
import { DeviceList, DevicePlace, DeviceRow, deviceName } from '../../ui/device-row.tsx';
import { FormPart } from '../../ui/form-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import c from './security.module.css';

/** Where the person is signed in; every other place can be ended. */
export function SessionsPart() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(callQuery(getSessions, {}));
  const again = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['sessions'] }),
      client.invalidateQueries({ queryKey: ['google2fa'] }),
    ]);
  const end = useMutation({
    mutationFn: (id: number) => call(endSession, { id }),
    onSettled: again,
    onError: (error) => toastError(t('security.not_ended'), error),
  });
  const endOthers = useMutation({
    mutationFn: async () => {
      const isSure = await confirm({
        title: t('security.end_others_title'),
        text: t('security.end_others_text'),
        action: t('security.end_others'),
      });
      return isSure ? call(endOtherSessions, {}) : null;
    },
    onSuccess: (ended) => {
      if (ended) toast({ status: 'success', title: t('security.ended', { count: ended.ended }) });
    },
    onSettled: again,
    onError: (error) => toastError(t('security.not_ended'), error),
  });
  const sessions = data?.sessions ?? [];
  return (
    <FormPart title={t('security.sessions')} lead={t('security.sessions_lead')}>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Skeleton height={56} />)}
      {data?.last_sign_in && (
        <p className={c.dim}>
          {t('security.last_sign_in')} <DayTime at={data.last_sign_in.at} isWithin /> ·{' '}
          {deviceName(data.last_sign_in, t)}
          <DevicePlace of={data.last_sign_in} />
        </p>
      )}
      <DeviceList>
        {sessions.map((session) => (
          <DeviceRow key={session.id} device={session}>
            {!session.is_current && (
              <Button
                size="xs"
                variant="default"
                loading={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {t('security.end')}
              </Button>
            )}
          </DeviceRow>
        ))}
      </DeviceList>
      {sessions.length > 1 && (
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('security.end_others')}
        </Button>
      )}
    </FormPart>
  );
}
