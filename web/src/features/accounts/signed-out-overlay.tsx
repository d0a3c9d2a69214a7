import { Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ssoOffer } from '#contract/single-sign-on.ts';
import { callQuery } from '../../api/call.ts';
import { refetchSelf, useSelf } from '../../api/self.ts';
import { onSignedInElsewhere, useSessionState } from '../../api/session.ts';
import { ssoName } from '../../ui/sso-name.ts';
import c from './door.module.css';
import { LeaveAccount } from './leave-account.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The session ended while somebody worked: both steps are asked over the page, and what was typed stays where it is. */
export function SignedOutOverlay() {
  const { t } = useTranslation();
  const state = useSessionState();
  const client = useQueryClient();
  const { user } = useSelf();
  const goOn = async () => {
    await refetchSelf(client);
    await client.invalidateQueries();
  };
  const { data: sso } = useQuery({
    ...callQuery(ssoOffer, {}),
    enabled: state === 'out',
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Signed in again in another tab, somebody goes on here without doing it twice.
  const lookAgain = useEffectEvent(() => {
    if (state !== 'in') void goOn();
  });
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && lookAgain();
    document.addEventListener('visibilitychange', look);
    const stop = onSignedInElsewhere(() => lookAgain());
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop();
    };
  }, []);
  return (
    <Modal
      opened={state === 'out' || state === 'half'}
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      size={400}
      title={state === 'half' ? t('second_step.title') : t('sign_in.again_title')}
    >
      {state === 'out' && (
        <SignInForm
          email={user.email ?? ''}
          lead={t('sign_in.again_lead')}
          forgot={
            // In a tab of its own: what was typed here stays.
            <a href={`${import.meta.env.BASE_URL}forgot`} target="_blank" rel="noreferrer">
              {t('recovery.forgot_link')}
            </a>
          }
          onSignedIn={goOn}
        />
      )}
      {state === 'out' && sso && sso.providers.length > 0 && (
        <p className={c.line}>
          <a href={import.meta.env.BASE_URL} target="_blank" rel="noreferrer">
            {t('sso.in_new_tab', { name: sso.providers.map((one) => ssoName(one.name, t)).join(', ') })}
          </a>
        </p>
      )}
      {state === 'half' && (
        <div className={c.fields}>
          <SecondStepForm onPassed={goOn} onExpired={goOn} />
          <LeaveAccount onLeft={async () => window.location.assign(import.meta.env.BASE_URL)} />
        </div>
      )}
    </Modal>
  );
}
