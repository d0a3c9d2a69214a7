import { Menu, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { logout } from '#contract/accounts.ts';
import { changeSettings } from '#contract/settings.ts';
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
        <Menu.RadioGroup
          value={settings.language}
          onChange={(value) => choose(languages, value, (language) => change({ language }))}
        >
          {languages.map((language) => (
            <Menu.RadioItem key={language} value={language}>
              {t(`language.${language}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('account.theme')}</Menu.Label>
        <Menu.RadioGroup
          value={settings.theme}
          onChange={(value) => choose(themes, value, (theme) => change({ theme }))}
        >
          {themes.map((theme) => (
            <Menu.RadioItem key={theme} value={theme}>
              {t(`account.themes.${theme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
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

function choose<T extends string>(from: readonly T[], value: string, take: (one: T) => void): void {
  const found = from.find((one) => one === value);
  if (found) take(found);
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

/** Ends in a fresh page: nothing of the person stays behind in this tab, and no screen has to do without them. */
function useSignOut(): () => void {
  const { t } = useTranslation();
  const mutation = useMutation({
    mutationFn: () => call(logout, {}, { ignoreUnauthorized: true }),
    onSuccess: () => window.location.assign(import.meta.env.BASE_URL),
    onError: (error) => toastError(t('account.not_signed_out'), error),
  });
  return mutation.mutate;
}
