import {
  IconAdjustments,
  IconBell,
  IconKey,
  IconListCheck,
  IconLock,
  IconPalette,
  IconShieldLock,
  IconSparkles,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ViewLink, Views } from './views.tsx';

export const settingsParts = ['preferences', 'personalization', 'notifications', 'bulk', 'tokens'] as const;
export type SettingsPart = (typeof settingsParts)[number];
const icons = {
  preferences: IconAdjustments,
  personalization: IconPalette,
  notifications: IconBell,
  bulk: IconListCheck,
  tokens: IconKey,
} as const;

/** What concerns nobody but me. */
export function AccountViews({ on }: { on: SettingsPart | 'profile' | 'password' | 'security' | 'ai' }) {
  const { t } = useTranslation();
  return (
    <Views label={t('shell.account')}>
      <ViewLink to="/profile" name={t('profile.title')} icon={IconUser} on={on === 'profile'} />
      <ViewLink to="/password" name={t('recovery.page_title')} icon={IconLock} on={on === 'password'} />
      <ViewLink to="/security" name={t('security.title')} icon={IconShieldLock} on={on === 'security'} />
      {settingsParts.map((part) => (
        <ViewLink
          key={part}
          to="/settings"
          hash={part}
          name={t(`account.parts.${part}`)}
          icon={icons[part]}
          on={on === part}
        />
      ))}
      <ViewLink to="/ai" name={t('account.ai')} icon={IconSparkles} on={on === 'ai'} />
    </Views>
  );
}
