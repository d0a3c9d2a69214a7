import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { logout } from '#contract/accounts.ts';
import { call } from '../../api/call.ts';
import { toastError } from '../../ui/toast.tsx';
import c from './door.module.css';

/** The way out for who cannot confirm the address, has neither phone nor recovery code at hand, or is somebody else. */
export function LeaveAccount({ lead, onLeft }: { lead?: string; onLeft: () => Promise<void> }) {
  const { t } = useTranslation();
  const leave = useMutation({
    mutationFn: async () => {
      await call(logout, {}, { ignoreUnauthorized: true });
      await onLeft();
    },
    onError: (error) => toastError(t('account.not_signed_out'), error),
  });
  return (
    <p className={c.line}>
      {lead && `${lead} `}
      <Anchor component="button" type="button" fz={13} onClick={() => leave.mutate()}>
        {t('account.sign_out')}
      </Anchor>
    </p>
  );
}
