import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { changeSettings, type PersonSettings, type SettingsChange } from '#contract/settings.ts';
import { call } from '../api/call.ts';
import { refetchSelf, type Self, selfQuery } from '../api/self.ts';
import { toastError } from './toast.tsx';

/**
 * At once on the screen, through the profile the desk shows itself by; as the server has it again when that refuses. Two
 * quick changes are sent in their order.
 */
export function useChangeSettings(): (change: SettingsChange) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: 'settings' },
    mutationFn: (change: SettingsChange) => call(changeSettings, change),
    onError: (error) => {
      toastError(t('account.not_saved'), error);
      void refetchSelf(client);
    },
  });
  return useCallback(
    (change) => {
      // What is being fetched knows nothing of this change yet.
      void client.cancelQueries({ queryKey: selfQuery.queryKey });
      client.setQueryData(selfQuery.queryKey, (before: Self | null | undefined) =>
        before ? { ...before, settings: { ...before.settings, ...merged(before.settings, change) } } : before,
      );
      mutate(change);
    },
    [client, mutate],
  );
}

function merged(settings: PersonSettings, { notifications, ...rest }: SettingsChange): Partial<PersonSettings> {
  if (!notifications) return rest as Partial<PersonSettings>; // optional fields are absent, never undefined
  const kinds = Object.entries(notifications).map(([kind, ways]) => [
    kind,
    { ...settings.notifications[kind as keyof PersonSettings['notifications']], ...ways },
  ]);
  return {
    ...(rest as Partial<PersonSettings>),
    notifications: { ...settings.notifications, ...Object.fromEntries(kinds) },
  };
}
