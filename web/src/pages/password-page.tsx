import { useTranslation } from 'react-i18next';
import { useSelf } from '../api/self.ts';
import { ChangeAddressPart } from '../features/accounts/change-address.tsx';
import { ChangePasswordPart } from '../features/accounts/change-password.tsx';
import { ChooseFirstPasswordPart } from '../features/accounts/choose-first-password.tsx';
import { AccountViews } from '../ui/account-views.tsx';
import { BackToList } from '../ui/back-to-list.tsx';
import { formStyles } from '../ui/form-page.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Shell } from '../ui/shell.tsx';

/** By what somebody signs in. */
export function PasswordPage() {
  const { t } = useTranslation();
  const { user } = useSelf();
  usePageTitle(t('recovery.page_title'));
  return (
    <Shell section="account" views={<AccountViews on="password" />}>
      <div className={formStyles.page}>
        <div className={formStyles.bar}>
          <BackToList />
          <h1>{t('recovery.page_title')}</h1>
        </div>
        <div className={formStyles.body}>
          <div>
            {user.has_password ? (
              <>
                <ChangePasswordPart />
                <ChangeAddressPart />
              </>
            ) : (
              <ChooseFirstPasswordPart address={user.email ?? ''} />
            )}
          </div>
        </div>
      </div>
    </Shell>
  );
}
