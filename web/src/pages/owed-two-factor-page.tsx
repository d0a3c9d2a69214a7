import { ModalsProvider } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { refetchSelf } from '../api/self.ts';
import { Door } from '../features/accounts/door.tsx';
import { LeaveAccount } from '../features/accounts/leave-account.tsx';
import { SetUpTwoFactor } from '../features/security/set-up-two-factor.tsx';

/** For who must have two-factor and has none: the desk opens once it is set up and its codes are kept. */
export function OwedTwoFactorPage({ keepOpen }: { keepOpen: (isOpen: boolean) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const goOn = async () => {
    await refetchSelf(client);
    keepOpen(false);
    await router.navigate({ to: '/' });
  };
  return (
    <ModalsProvider>
      <Door title={t('security.owed_title')} lead={t('security.owed_lead')}>
        <SetUpTwoFactor onCodes={() => keepOpen(true)} onDone={goOn} />
        <LeaveAccount onLeft={goOn} />
      </Door>
    </ModalsProvider>
  );
}
