import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SignatureForm } from '../features/composer/signature-form.tsx';
import { BulkWork } from '../features/jobs/bulk-work.tsx';
import { KeepPart } from '../features/offline/keep-part.tsx';
import { NotificationsPart } from '../features/settings/notifications-part.tsx';
import { PersonalizationPart } from '../features/settings/personalization-part.tsx';
import { PreferencesPart } from '../features/settings/preferences-part.tsx';
import { TokensPart } from '../features/settings/tokens-part.tsx';
import { AccountViews, settingsParts } from '../ui/account-views.tsx';
import { formStyles } from '../ui/form-page.tsx';
import { Shell } from '../ui/shell.tsx';
import { SettingsTitle } from './settings-title.tsx';

/** `/settings`; the hash says which part. */
export function SettingsPage() {
  const { t } = useTranslation();
  const hash = useLocation({ select: (location) => location.hash });
  const part = settingsParts.find((one) => one === hash) ?? 'preferences';
  return (
    <Shell section="account" views={<AccountViews on={part} />}>
      <div className={formStyles.page}>
        <SettingsTitle title={t(`account.parts.${part}`)} />
        <div className={formStyles.body}>
          <div>
            {part === 'preferences' && (
              <>
                <PreferencesPart />
                <KeepPart />
              </>
            )}
            {part === 'personalization' && <PersonalizationPart signature={<SignatureForm />} />}
            {part === 'notifications' && <NotificationsPart />}
            {part === 'bulk' && <BulkWork />}
            {part === 'tokens' && <TokensPart />}
          </div>
        </div>
      </div>
    </Shell>
  );
}
