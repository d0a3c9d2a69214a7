import { Button, Group, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { getPushDevices, type PushDevice, tryPush, unsubscribePush } from '#contract/push.ts';
import { call, callQuery } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { useSelf } from '../../api/self.ts';
import { DeviceList, DeviceRow } from '../../ui/device-row.tsx';
import { FormPart } from '../../ui/form-page.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useChangeSettings } from '../../ui/use-change-settings.ts';
import { onPushHere, pushHere, turnPushOff, turnPushOn } from './push-here.ts';
import c from './settings.module.css';

export const pushPartId = 'push';

/** News on devices, also when no desk is open: here, and everywhere else it is on. */
export function PushPart() {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const change = useChangeSettings();
  const { data } = useQuery(callQuery(getPushDevices, {}));
  return (
    <FormPart title={t('push.title')} lead={t('push.lead')}>
      <div id={pushPartId} tabIndex={-1} className={c.push}>
        {data && <Here publicKey={data.public_key} here={data.devices.find((one) => one.is_current)} />}
        {data && data.devices.length > 0 && <Devices devices={data.devices} />}
        <Switch
          label={t('push.preview')}
          description={t('push.preview_help')}
          checked={settings.push_preview === 1}
          onChange={(event) => change({ push_preview: event.currentTarget.checked ? 1 : 0 })}
        />
      </div>
    </FormPart>
  );
}

/** How it stands on this very device, and the one thing to do about it. */
function Here({ publicKey, here }: { publicKey: string; here: PushDevice | undefined }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = useSyncExternalStore(onPushHere, pushHere);
  const again = () => client.invalidateQueries({ queryKey: ['push'] });
  const turningOn = useMutation({
    mutationFn: () => turnPushOn(publicKey),
    onSuccess: (isOn) => {
      if (isOn) toast({ status: 'success', title: t('push.turned_on') });
    },
    // What is no answer of ours is the browser's: its push service is out of reach, or switched off.
    onError: (error) =>
      isApiError(error)
        ? toastError(t('push.not_turned_on'), error)
        : toast({ status: 'error', title: t('push.not_turned_on'), text: t('push.no_service') }),
    onSettled: again,
  });
  const turningOff = useMutation({
    mutationFn: async (id: number) => {
      await call(unsubscribePush, { id });
      await turnPushOff();
    },
    onError: (error) => toastError(t('push.not_turned_off'), error),
    onSettled: again,
  });
  const trying = useMutation({
    mutationFn: (id: number) => call(tryPush, { id }),
    onSuccess: () => void toast({ status: 'info', title: t('push.tried'), text: t('push.tried_text') }),
    onError: (error) => toastError(t('push.not_tried'), error),
  });

  if (may === 'allowed' && here)
    return (
      <div>
        <p className={c.state} data-state="on">
          {t('push.on')}
        </p>
        <Group gap={8}>
          <Button variant="default" loading={trying.isPending} onClick={() => trying.mutate(here.id)}>
            {t('push.try')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            loading={turningOff.isPending}
            onClick={() => turningOff.mutate(here.id)}
          >
            {t('push.turn_off')}
          </Button>
        </Group>
      </div>
    );
  if (may === 'allowed' || may === 'askable')
    return (
      <div>
        <p className={c.state}>{t(may === 'askable' ? 'push.not_asked' : 'push.off')}</p>
        <Button variant="default" loading={turningOn.isPending} onClick={() => turningOn.mutate()}>
          {t('push.turn_on')}
        </Button>
      </div>
    );
  return (
    <p className={c.state} data-state="warn" role="status">
      {t(`push.${may}`)}
    </p>
  );
}

function Devices({ devices }: { devices: readonly PushDevice[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async ({ id, is_current }: PushDevice) => {
      await call(unsubscribePush, { id });
      if (is_current) await turnPushOff();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['push'] }),
    onError: (error) => toastError(t('push.not_turned_off'), error),
  });
  return (
    <DeviceList label={t('push.devices')}>
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} used={t('push.last_arrived')}>
          {!device.is_current && (
            <Button
              size="xs"
              variant="default"
              loading={remove.isPending && remove.variables?.id === device.id}
              onClick={() => remove.mutate(device)}
            >
              {t('push.remove')}
            </Button>
          )}
        </DeviceRow>
      ))}
    </DeviceList>
  );
}
