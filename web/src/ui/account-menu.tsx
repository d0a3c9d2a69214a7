import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changeSettings, logout } from '#contract/accounts.ts';
import { call } from '../api/call.ts';
import { type Self, selfQuery, useSelf } from '../api/self.ts';
import { languages } from '../i18n/language.ts';
import { Face } from './face.tsx';
import { Icon } from './icon.tsx';
import c from './shell.module.css';
import { toastError } from './toast.tsx';

type Settings = Pick<Self['settings'], 'language' | 'theme'>;
const themes = ['system', 'light', 'dark'] as const;

/** Who I am, language, theme, keys and the way out. */
export function AccountMenu({ place, showKeys }: { place: 'rail' | 'tabs'; showKeys: () => void }) {
  const { t } = useTranslation();
  const { user, settings } = useSelf();
  const change = useChangeSettings();
  const signOut = useSignOut();
  return (
    <Menu position={place === 'rail' ? 'right-end' : 'top-end'} width={240}>
      <Menu.Target>
        <UnstyledButton
          className={place === 'rail' ? c.account : c.tab}
          aria-label={place === 'rail' ? t('account.menu', { name: user.name }) : undefined}
        >
          <Face name={user.name} size={place === 'rail' ? 26 : 20} />
          {place === 'tabs' && t('account.me')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <b>{user.name}</b>
          <br />
          {user.email ?? user.email_confirmation}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('account.language')}</Menu.Label>
        {languages.map((language) => (
          <Choice key={language} on={settings.language === language} choose={() => change({ language })}>
            {t(`language.${language}`)}
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('account.theme')}</Menu.Label>
        {themes.map((theme) => (
          <Choice key={theme} on={settings.theme === theme} choose={() => change({ theme })}>
            {t(`account.themes.${theme}`)}
          </Choice>
        ))}
        <Menu.Divider />
        {place === 'rail' && (
          <Menu.Item leftSection={<Icon of={IconKeyboard} size={16} />} onClick={showKeys}>
            {t('keys.title')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon of={IconLogout} size={16} />} onClick={signOut}>
          {t('account.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ on, choose, children }: { on: boolean; choose: () => void; children: string }) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={on}
      leftSection={<Icon of={IconCheck} size={16} style={{ visibility: on ? 'visible' : 'hidden' }} />}
      onClick={choose}
    >
      {children}
    </Menu.Item>
  );
}

/** At once on the screen, through the profile the desk shows itself by; taken back when the server refuses. */
function useChangeSettings(): (change: Partial<Settings>) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: Partial<Settings>) => call(changeSettings, change),
    onMutate: (change) => {
      const before = client.getQueryData(selfQuery.queryKey);
      if (!before) return;
      const after: Self = { ...before, settings: { ...before.settings, ...change } };
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

function useSignOut(): () => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const mutation = useMutation({
    mutationFn: () => call(logout, {}, { ignoreUnauthorized: true }),
    onSuccess: async () => {
      client.clear();
      await router.navigate({ to: '/', search: {} });
    },
    onError: (error) => toastError(t('account.not_signed_out'), error),
  });
  return mutation.mutate;
}
