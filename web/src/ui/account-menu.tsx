import { Menu, UnstyledButton } from '@mantine/core';
import { IconAdjustments, IconKeyboard, IconLogout, IconPalette, IconShieldLock, IconUser } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { logout } from '#contract/accounts.ts';
import { changeProfile, userStatus } from '#contract/profile.ts';
import { settleBeforeLeaving, whatStays } from '../api/before-leaving.ts';
import { call } from '../api/call.ts';
import { refetchSelf, type Self, selfQuery, useSelf } from '../api/self.ts';
import { forgetKept } from '../api/session.ts';
import { useIsAway } from '../realtime/use-is-away.ts';
import { confirm } from './confirm.tsx';
import { Face } from './face.tsx';
import { Icon } from './icon.tsx';
import { forgetSearches } from './recent-searches.ts';
import c from './shell.module.css';
import { toastError } from './toast.tsx';

const statuses = ['online', 'offline'] as const;

/** Who I am, whether I am there, my profile and settings, keys and the way out. */
export function AccountMenu({ place, showKeys }: { place: 'rail' | 'tabs'; showKeys: () => void }) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const changeStatus = useChangeStatus();
  const signOut = useSignOut();
  const status = user.status === userStatus.online ? 'online' : 'offline';
  // Whoever has no network is not there for the others, whatever they chose.
  const shown = useIsAway() ? 'offline' : status;
  return (
    <Menu position={place === 'rail' ? 'right-end' : 'top-end'} width={240}>
      <Menu.Target>
        <UnstyledButton
          className={place === 'rail' ? c.account : c.tab}
          aria-label={place === 'rail' ? t('account.menu', { name: user.name }) : undefined}
          aria-description={t(`account.status.${shown}`)}
          data-status={shown}
        >
          <Face name={user.name} avatar={user.avatar} size={place === 'rail' ? 26 : 20} />
          {place === 'tabs' && t('account.me')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <b>{user.name}</b>
          <br />
          {user.email ?? user.email_confirmation}
        </Menu.Label>
        <Menu.RadioGroup
          value={status}
          onChange={(value) => changeStatus(value === 'online' ? userStatus.online : userStatus.offline)}
        >
          {statuses.map((one) => (
            <Menu.RadioItem key={one} value={one}>
              {t(`account.status.${one}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          renderRoot={(props) => <Link to="/queryitem/users/$id" params={{ id: user.id }} {...props} />}
          leftSection={<Icon of={IconUser} size={16} />}
        >
          {t('profile.title')}
        </Menu.Item>
        <Menu.Item component={Link} to="/security" leftSection={<Icon of={IconShieldLock} size={16} />}>
          {t('security.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('account.settings')}</Menu.Label>
        <Menu.Item
          component={Link}
          to="/settings"
          hash="preferences"
          leftSection={<Icon of={IconAdjustments} size={16} />}
        >
          {t('account.parts.preferences')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/settings"
          hash="personalization"
          leftSection={<Icon of={IconPalette} size={16} />}
        >
          {t('account.parts.personalization')}
        </Menu.Item>
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

/** At once on the screen; taken back when the server refuses. */
function useChangeStatus(): (status: 8 | 9) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (status: 8 | 9) => {
      await call(changeProfile, { status });
      await refetchSelf(client);
    },
    onMutate: (status) => {
      // What was asked before would take it back.
      void client.cancelQueries(selfQuery);
      const before = client.getQueryData(selfQuery.queryKey);
      if (!before) return;
      const after: Self = { ...before, user: { ...before.user, status } };
      client.setQueryData(selfQuery.queryKey, after);
      return before;
    },
    onError: (error, _status, before) => {
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
    mutationFn: async () => {
      await settleBeforeLeaving();
      for (const words of await whatStays())
        if (!(await confirm({ ...words, action: t('account.sign_out') }))) return false;
      forgetKept();
      await call(logout, {}, { ignoreUnauthorized: true });
      return true;
    },
    onSuccess: (isOut) => {
      if (!isOut) return;
      forgetSearches();
      window.location.assign(import.meta.env.BASE_URL);
    },
    onError: (error) => toastError(t('account.not_signed_out'), error),
  });
  return mutation.mutate;
}
