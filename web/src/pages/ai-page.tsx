import { useTranslation } from 'react-i18next';
import { AiProvidersPart } from '../features/settings/ai-providers-part.tsx';
import { AccountViews } from '../ui/account-views.tsx';
import { formStyles } from '../ui/form-page.tsx';
import { Shell } from '../ui/shell.tsx';
import { SettingsTitle } from './settings-title.tsx';

/** `/ai`: providers of language models that a person keeps for themselves. */
export function AiPage() {
  const { t } = useTranslation();
  return (
    <Shell section="account" views={<AccountViews on="ai" />}>
      <div className={formStyles.page}>
        <SettingsTitle title={t('account.ai')} />
        <div className={formStyles.body}>
          <div>
            <AiProvidersPart />
          </div>
        </div>
      </div>
    </Shell>
  );
}
