import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refetchSelf, useSelf } from '../../api/self.ts';
import { useIsSignedOut } from '../../api/session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The session ended while somebody worked: the password is asked over the page, and what was typed stays where it is. */
export function SignedOutOverlay() {
  const { t } = useTranslation();
  const isSignedOut = useIsSignedOut();
  const client = useQueryClient();
  const { user } = useSelf();
  const goOn = async () => {
    await refetchSelf(client);
    await client.invalidateQueries();
  };
  return (
    <Modal
      opened={isSignedOut}
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      size={400}
      title={t('sign_in.again_title')}
    >
      {isSignedOut && <SignInForm email={user.email ?? ''} lead={t('sign_in.again_lead')} onSignedIn={goOn} />}
    </Modal>
  );
}
