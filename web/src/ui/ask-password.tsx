import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmPassword } from '#contract/operators.ts';
import { ssoBegin, ssoOffer } from '#contract/single-sign-on.ts';
import { call, callQuery } from '../api/call.ts';
import { isApiError } from '../api/problem.ts';
import { selfQuery } from '../api/self.ts';
import { errorText } from '../i18n/problem-text.ts';
import c from './ask-password.module.css';
import { Dialog } from './dialog.tsx';
import { problemsOf } from './form-problems.ts';
import { PasswordField, WhosePassword } from './password-field.tsx';
import { SendButton } from './send-button.tsx';
import { ssoName } from './sso-name.ts';
import { underField, useSentForm } from './use-sent-form.ts';

type Waiting = { isPassword: boolean; again: () => void; giveUp: () => void };

/**
 * For what asks for the password again: `run` does it, and where the server wants the password first the dialog says why
 * (`lead`), asks for it and does it then. Whoever has no password is led through their single sign-on instead, and comes back
 * to this page. Answers undefined when they think better of it. Render `dialog`.
 */
export function useAskPassword(lead: string) {
  const [waiting, setWaiting] = useState<Waiting>();
  const run = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      const isPassword = isApiError(error, 'password_needed');
      if (!isPassword && !isApiError(error, 'sign_in_needed')) throw error;
      const isGiven = await new Promise<boolean>((answer) =>
        setWaiting({ isPassword, again: () => answer(true), giveUp: () => answer(false) }),
      );
      setWaiting(undefined);
      return isGiven ? work() : undefined;
    }
  };
  const dialog =
    waiting &&
    (waiting.isPassword ? (
      <PasswordDialog lead={lead} given={waiting.again} close={waiting.giveUp} />
    ) : (
      <SignInDialog close={waiting.giveUp} />
    ));
  return { run, dialog };
}

function PasswordDialog({ lead, given, close }: { lead: string; given: () => void; close: () => void }) {
  const { t } = useTranslation();
  // Whoever must set two-factor up first is not told who they are yet.
  const email = useQueryClient().getQueryData(selfQuery.queryKey)?.user.email ?? '';
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: { password: '' },
    validate: (values) => problemsOf(confirmPassword.data, values),
    send: (values) => call(confirmPassword, values, { ignoreUnauthorized: true }),
    onSent: given,
    problems: underField('password'),
  });
  return (
    <Dialog close={close} size={400} title={t('ask_password.title')}>
      <form {...bind} className={c.password}>
        <p>{lead}</p>
        <WhosePassword email={email} />
        <PasswordField
          data-autofocus
          label={t('sign_in.password')}
          name="password"
          {...form.getInputProps('password')}
        />
        <SendButton loading={isSending} restSeconds={restSeconds}>
          {t('ask_password.go_on')}
        </SendButton>
      </form>
    </Dialog>
  );
}

/** There is no password to ask for: signing in again by the way one came shows as much. */
function SignInDialog({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const back = useLocation({ select: ({ href }) => href });
  const { data, error } = useQuery(callQuery(ssoOffer, {}));
  const begin = useMutation({
    meta: { isShown: true },
    mutationFn: (provider: string) => call(ssoBegin, { provider, back }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const problem = error ?? begin.error;
  return (
    <Dialog close={close} size={400} title={t('ask_password.sign_in_title')}>
      <div className={c.password}>
        <p>{t('ask_password.sign_in_lead')}</p>
        {data?.providers.map(({ key, name }) => (
          <Button
            key={key}
            loading={(begin.isPending || begin.isSuccess) && begin.variables === key}
            onClick={() => begin.mutate(key)}
          >
            {t('sso.sign_in_with', { name: ssoName(name, t) })}
          </Button>
        ))}
        {problem && <p role="alert">{errorText(problem)}</p>}
      </div>
    </Dialog>
  );
}
