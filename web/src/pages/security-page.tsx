import { useTranslation } from 'react-i18next';
import { SessionsPart } from '../features/security/sessions-part.tsx';
import { SsoLinksPart } from '../features/security/sso-links-part.tsx';
import { TwoFactorPart } from '../features/security/two-factor-part.tsx';
import { AccountViews } from '../ui/account-views.tsx';
import { BackToList } from '../ui/back-to-list.tsx';
import { formStyles } from '../ui/form-page.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Shell } from '../ui/shell.tsx';

/** What guards the account: two-factor, trusted devices, and where one is signed in. */
export function SecurityPage() {
  const { t } = useTranslation();
  usePageTitle(t('security.title'));
  return (
    <Shell section="account" views={<AccountViews on="security" />}>
      <div className={formStyles.page}>
        <div className={formStyles.bar}>
          <BackToList />
          <h1>{t('security.title')}</h1>
        </div>
        <div className={formStyles.body}>
          <div>
            <TwoFactorPart />
            <SsoLinksPart />
            <SessionsPart />
          </div>
        </div>
      </div>
    </Shell>
  );
}
