import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { disableTwoFactor, makeRecoveryCodes, twoFactorStatus } from '#contract/two-factor.ts';
import { call, callQuery } from '../../api/call.ts';
import { refetchSelf } from '../../api/self.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormPart } from '../../ui/form-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { toast } from '../../ui/toast.tsx';
import { useFocusIfLost } from '../../ui/use-focus-if-lost.ts';
import { CodeDialog } from './code-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import c from './security.module.css';
import { SetUpTwoFactor } from './set-up-two-factor.tsx';
import { TrustedDevices } from './trusted-devices.tsx';

const codesRunLow = 3;

type Doing = 'nothing' | 'setting-up' | 'codes' | 'off';

/** Whether a code is asked at sign-in, and everything about it. */
export function TwoFactorPart() {
  const { data: status, error, refetch } = useQuery(callQuery(twoFactorStatus, {}));
  const [doing, setDoing] = useState<Doing>('nothing');
  const stage = doing === 'setting-up' ? doing : status?.is_on ? 'on' : 'off';
  const part = useFocusIfLost<HTMLDivElement>(status ? stage : null, null);
  return (
    <div ref={part} tabIndex={-1} className={c.begins}>
      {status ? (
        <KnownPart status={status} doing={doing} setDoing={setDoing} />
      ) : (
        <UnknownPart error={error} retry={() => void refetch()} />
      )}
    </div>
  );
}

function UnknownPart({ error, retry }: { error: Error | null; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <FormPart title={t('security.two_factor')}>
      {error ? <Problem error={error} retry={retry} /> : <Skeleton height={72} />}
    </FormPart>
  );
}

function KnownPart(props: {
  status: z.output<typeof twoFactorStatus.answer>;
  doing: Doing;
  setDoing: (doing: Doing) => void;
}) {
  const { status, doing, setDoing } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  const close = () => setDoing('nothing');
  const again = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['google2fa'] }),
      client.invalidateQueries({ queryKey: ['sessions'] }),
      refetchSelf(client),
    ]);
    close();
  };
  if (doing === 'setting-up') {
    return (
      <FormPart title={t('security.set_up')} lead={t('security.set_up_lead')}>
        <SetUpTwoFactor onDone={again} onCancel={close} />
      </FormPart>
    );
  }
  if (!status.is_on) {
    return (
      <FormPart title={t('security.two_factor')} lead={t('security.two_factor_off')}>
        <Button onClick={() => setDoing('setting-up')}>{t('security.set_up')}</Button>
      </FormPart>
    );
  }
  return (
    <>
      <FormPart
        title={t('security.two_factor')}
        lead={
          <>
            {t('security.two_factor_on')} {status.since && <DayTime at={status.since} isWithin />}
            {status.is_required && <> · {t('security.required')}</>}
          </>
        }
      >
        <p className={status.recovery_codes_left <= codesRunLow ? c.warn : c.dim}>
          {t('security.codes_left', { count: status.recovery_codes_left })}
        </p>
        <div className={c.row}>
          <Button variant="default" onClick={() => setDoing('codes')}>
            {t('security.new_codes')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setDoing('off')}>
            {t('security.turn_off')}
          </Button>
        </div>
      </FormPart>
      <TrustedDevices devices={status.trusted_devices} />
      {doing === 'codes' && (
        <CodeDialog
          title={t('security.new_codes')}
          lead={t('security.new_codes_lead')}
          action={t('security.new_codes')}
          onClose={close}
          run={async (code) => {
            setNewCodes((await call(makeRecoveryCodes, { code })).recovery_codes);
            await again();
          }}
        />
      )}
      {doing === 'off' && (
        <CodeDialog
          title={t('security.turn_off_title')}
          lead={status.is_required ? t('security.turn_off_required') : t('security.turn_off_lead')}
          action={t('security.turn_off')}
          onClose={close}
          run={async (code) => {
            await call(disableTwoFactor, { code });
            toast({ status: 'success', title: t('security.is_off') });
            await again();
          }}
        />
      )}
      <Dialog
        opened={newCodes !== undefined}
        close={() => setNewCodes(undefined)}
        title={t('security.codes_title')}
        size={440}
        closeOnClickOutside={false}
      >
        {newCodes && <RecoveryCodes codes={newCodes} />}
        <Button mt={20} onClick={() => setNewCodes(undefined)}>
          {t('security.codes_kept')}
        </Button>
      </Dialog>
    </>
  );
}
