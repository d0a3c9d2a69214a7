import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsChange } from '#contract/settings.ts';
import { sendSettings } from '../api/change-settings.ts';
import { toastError } from './toast.tsx';

/** At once on the screen, then on the server; as that has it again when it refuses. */
export function useChangeSettings(): (change: SettingsChange) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useCallback(
    (change) => void sendSettings(client, change).catch((error: unknown) => toastError(t('account.not_saved'), error)),
    [client, t],
  );
}
