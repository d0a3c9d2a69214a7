import { Anchor, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { claimAccount, confirmEmail, readConfirmation } from '#contract/registration.ts';
import { call } from '../api/call.ts';
import { selfQuery } from '../api/self.ts';
import { ConfirmWithPassword } from '../features/accounts/confirm-with-password.tsx';
import doorStyles from '../features/accounts/door.module.css';
import { Door } from '../features/accounts/door.tsx';
import { LinkProblem } from '../features/accounts/link-problem.tsx';
import { NewPasswordForm } from '../features/accounts/new-password-form.tsx';
import { signInAfter } from '../features/accounts/sign-in-after.ts';
import { ButtonLink } from '../ui/link-parts.tsx';

const route = getRouteApi('/email-confirmation-success/$key');

/**
 * Where the link of the mail leads. Where the account is signed in it confirms at once; elsewhere it asks for the
 * password, or, of somebody who did not make the account, for a password of their own.
 */
export function EmailConfirmedPage() {
  const { t } = useTranslation();
  const { key } = route.useParams();
  const client = useQueryClient();
  const [isClaiming, claim] = useState(false);
  const letter = useQuery({
    queryKey: ['email-confirmation', readConfirmation.path, key],
    queryFn: () => call(readConfirmation, { key }, { ignoreUnauthorized: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const confirm = useMutation({
    meta: { isShown: true },
    mutationFn: async (password?: string) => {
      const { email } = await call(confirmEmail, { key, password }, { ignoreUnauthorized: true });
      if (password !== undefined) await signInAfter(client, email, password);
      await client.invalidateQueries({ queryKey: selfQuery.queryKey });
    },
  });
  const isMine = letter.data?.is_mine === true && !letter.data.is_done;
  const { mutate } = confirm;
  useEffect(() => {
    if (isMine) mutate(undefined);
  }, [isMine, mutate]);

  const failed = letter.error ?? (isMine ? confirm.error : null);
  if (failed) {
    return (
      <LinkProblem
        error={failed}
        title={t('confirmed.failed')}
        action={t('confirmed.to_sign_in')}
        to="/"
        retry={() => (letter.error ? void letter.refetch() : mutate(undefined))}
      />
    );
  }
  if (!letter.data || (isMine && !confirm.isSuccess)) {
    return (
      <Door title={t('confirmed.working')}>
        <Loader size="sm" role="status" aria-label={t('confirmed.working')} />
      </Door>
    );
  }
  const { email, is_first, is_done } = letter.data;
  if (is_done || confirm.isSuccess) {
    return (
      <Door title={t('confirmed.title')} lead={t('confirmed.lead', { address: email })}>
        <ToStart>{t('confirmed.go_on')}</ToStart>
      </Door>
    );
  }
  if (isClaiming) {
    return (
      <Door title={t('confirmed.claim_title')} lead={t('confirmed.claim_lead', { address: email })}>
        <NewPasswordForm
          email={email}
          action={t('confirmed.claim')}
          failed={t('recovery.not_changed')}
          schema={claimAccount.data}
          beside={{ key }}
          save={async (values) => {
            await call(claimAccount, { key, ...values }, { ignoreUnauthorized: true });
            await signInAfter(client, email, values.password);
            await letter.refetch();
          }}
        />
      </Door>
    );
  }
  return (
    <Door title={t('confirmed.ask_title')} lead={t('confirmed.ask_lead', { address: email })}>
      <ConfirmWithPassword
        keyOfLetter={key}
        email={email}
        confirm={async (password) => {
          await confirm.mutateAsync(password);
        }}
      />
      {is_first && (
        <p className={doorStyles.line}>
          {t('confirmed.not_me')}{' '}
          <Anchor component="button" type="button" fz={13} onClick={() => claim(true)}>
            {t('confirmed.make_mine')}
          </Anchor>
        </p>
      )}
    </Door>
  );
}

function ToStart({ children }: { children: ReactNode }) {
  return (
    <ButtonLink size="md" fullWidth to="/">
      {children}
    </ButtonLink>
  );
}
