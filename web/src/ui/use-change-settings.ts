import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeSettings, type PersonSettings, type SettingsChange } from '#contract/settings.ts';
import { call } from '../api/call.ts';
import { type Self, selfQuery } from '../api/self.ts';
import { toastError } from './toast.tsx';

/** At once on the screen, through the profile the desk shows itself by; taken back when the server refuses. */
export function useChangeSettings(): (change: SettingsChange) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mutation = useMutation({
    // Two quick changes arrive in their order.
    scope: { id: 'settings' },
    mutationFn: (change: SettingsChange) => call(changeSettings, change),
    onMutate: (change) => {
      const before = client.getQueryData(selfQuery.queryKey);
      if (!before) return;
      const after: Self = { ...before, settings: { ...before.settings, ...merged(before.settings, change) } };
      client.setQueryData(selfQuery.queryKey, after);
      return before;
    },
    onError: (error, _change, before) => {
      if (before) client.setQueryData(selfQuery.queryKey, before);
      toastError(t('account.not_saved'), error);
    },
  });
  return mutation.mutate;
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
