import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refetchSelf } from '../api/self.ts';
import doorStyles from '../features/accounts/door.module.css';
import { Door } from '../features/accounts/door.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { SsoButtons } from '../features/accounts/sso-buttons.tsx';

const route = getRouteApi('/');

export function SignInPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const { back } = route.useSearch();
  const [email, setEmail] = useState('');
  const goIn = async () => {
    await refetchSelf(client);
    // The page's own guard knows where a signed-in person belongs, and where they wanted to go.
    await router.invalidate();
  };
  return (
    <Door title={t('sign_in.title')} lead={back ? t('sign_in.lead_back') : t('sign_in.lead')}>
      <SignInForm
        onEmail={setEmail}
        forgot={
          <Link to="/forgot" state={{ email }}>
            {t('recovery.forgot_link')}
          </Link>
        }
        onSignedIn={goIn}
      />
      <SsoButtons back={back} />
      <p className={doorStyles.line}>
        {t('sign_in.new_here')} <Link to="/register">{t('sign_in.create')}</Link>
      </p>
    </Door>
  );
}
