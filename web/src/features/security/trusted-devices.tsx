import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { forgetDevice, type twoFactorStatus } from '#contract/two-factor.ts';
import { call } from '../../api/call.ts';
import { DeviceList, DeviceRow } from '../../ui/device-row.tsx';
import { FormPart } from '../../ui/form-page.tsx';
import { toastError } from '../../ui/toast.tsx';

type Device = z.output<typeof twoFactorStatus.answer>['trusted_devices'][number];

/** The browsers that are not asked for a code. */
export function TrustedDevices({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: (id: number) => call(forgetDevice, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['google2fa'] }),
    onError: (error) => toastError(t('security.not_forgotten'), error),
  });
  if (devices.length === 0) return null;
  return (
    <FormPart title={t('security.devices')} lead={t('security.devices_lead')}>
      <DeviceList>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device}>
            <Button
              size="xs"
              variant="default"
              loading={forget.isPending && forget.variables === device.id}
              onClick={() => forget.mutate(device.id)}
            >
              {t('security.forget')}
            </Button>
          </DeviceRow>
        ))}
      </DeviceList>
    </FormPart>
  );
}
