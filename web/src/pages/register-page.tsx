import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { refetchSelf } from '../api/self.ts';
import doorStyles from '../features/accounts/door.module.css';
import { Door } from '../features/accounts/door.tsx';
import { RegisterForm } from '../features/accounts/register-form.tsx';

export function RegisterPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const goOn = async () => {
    await refetchSelf(client);
    await router.navigate({ to: '/email-confirmation' });
  };
  return (
    <Door title={t('register.title')} lead={t('register.lead')}>
      <RegisterForm onRegistered={goOn} />
      <p className={doorStyles.line}>
        {t('register.have_account')} <Link to="/">{t('sign_in.action')}</Link>
      </p>
    </Door>
  );
}
