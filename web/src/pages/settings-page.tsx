import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SignatureForm } from '../features/composer/signature-form.tsx';
import { KeepPart } from '../features/offline/keep-part.tsx';
import { NotificationsPart } from '../features/settings/notifications-part.tsx';
import { PersonalizationPart } from '../features/settings/personalization-part.tsx';
import { PreferencesPart } from '../features/settings/preferences-part.tsx';
import { TokensPart } from '../features/settings/tokens-part.tsx';
import { AccountViews, type SettingsPart, settingsParts } from '../ui/account-views.tsx';
import { BackToList } from '../ui/back-to-list.tsx';
import { formStyles } from '../ui/form-page.tsx';
import { Icon } from '../ui/icon.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Shell, useShell } from '../ui/shell.tsx';
import c from './settings-page.module.css';

/** `/settings`; the hash says which part. */
export function SettingsPage() {
  const hash = useLocation({ select: (location) => location.hash });
  const part = settingsParts.find((one) => one === hash) ?? 'preferences';
  return (
    <Shell section="account" views={<AccountViews on={part} />}>
      <div className={formStyles.page}>
        <Title part={part} />
        <div className={`${formStyles.body} ${c.body}`}>
          <div>
            {part === 'preferences' && (
              <>
                <PreferencesPart />
                <KeepPart />
              </>
            )}
            {part === 'personalization' && <PersonalizationPart signature={<SignatureForm />} />}
            {part === 'notifications' && <NotificationsPart />}
            {part === 'tokens' && <TokensPart />}
          </div>
        </div>
      </div>
    </Shell>
  );
}

/** On a phone the title opens the other parts. */
function Title({ part }: { part: SettingsPart }) {
  const { t } = useTranslation();
  const { openViews } = useShell();
  const title = t(`settings.parts.${part}`);
  usePageTitle(title);
  return (
    <div className={formStyles.bar}>
      <BackToList />
      <h1>
        <span className={c.wide}>{title}</span>
        <UnstyledButton className={c.phone} onClick={openViews} aria-haspopup="dialog">
          {title} <Icon of={IconChevronDown} size={16} />
        </UnstyledButton>
      </h1>
    </div>
  );
}
