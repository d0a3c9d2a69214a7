import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { refetchSelf } from '../api/self.ts';
import { Door } from '../features/accounts/door.tsx';
import { LeaveAccount } from '../features/accounts/leave-account.tsx';
import { SecondStepForm } from '../features/accounts/second-step-form.tsx';

export function SecondStepPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  // The page's own guard knows where somebody belongs now, and where they wanted to go.
  const goOn = async () => {
    await refetchSelf(client);
    await router.invalidate();
  };
  return (
    <Door title={t('second_step.title')}>
      <SecondStepForm onPassed={goOn} onExpired={goOn} />
      <LeaveAccount onLeft={goOn} />
    </Door>
  );
}
