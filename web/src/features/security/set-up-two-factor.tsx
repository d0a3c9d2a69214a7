import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmTwoFactor, enableTwoFactor } from '#contract/two-factor.ts';
import { call } from '../../api/call.ts';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { CodeCells } from '../../ui/code-cells.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { Problem } from '../../ui/problem.tsx';
import { useFocusIfLost } from '../../ui/use-focus-if-lost.ts';
import { underField, useSentForm } from '../../ui/use-sent-form.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import c from './security.module.css';

/** Scan, prove by a first code, keep the recovery codes. */
export function SetUpTwoFactor({
  onCodes,
  onDone,
  onCancel,
}: {
  /** Two-factor is on, and the recovery codes are told this once, until `onDone`. */
  onCodes?: () => void;
  onDone: () => Promise<void>;
  onCancel?: () => void;
}) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>();
  const password = useAskPassword(t('ask_password.account_lead'));
  // Each time anew: whoever thought better of it a moment ago has left an answer behind.
  const begun = useQuery({
    queryKey: ['two-factor-secret', useId()],
    queryFn: async () => {
      const secret = await password.run(() => call(enableTwoFactor, {}, { ignoreUnauthorized: true }));
      if (!secret) onCancel?.();
      return secret ?? null;
    },
    gcTime: 0,
    // It is no look but a deed: a line that comes up, or comes back, makes everything be looked at again, and would begin anew.
    staleTime: 'static',
  });
  const steps = useFocusIfLost<HTMLOListElement>(begun.data ? 'steps' : password.dialog ? 'asking' : null, null);
  const { form, bind, submit } = useSentForm({
    initial: { code: '' },
    validate: (values) => problemsOf(confirmTwoFactor.data, values),
    send: (values) => call(confirmTwoFactor, values),
    onSent: ({ recovery_codes }) => {
      onCodes?.();
      setCodes(recovery_codes);
    },
    onRefused: () => form.setFieldValue('code', ''),
    problems: underField('code'),
  });
  const finish = useMutation({ mutationFn: onDone });
  if (codes) {
    return (
      <>
        <RecoveryCodes codes={codes} />
        <Button mt={20} size="md" loading={finish.isPending} onClick={() => finish.mutate()}>
          {t('security.codes_kept')}
        </Button>
      </>
    );
  }
  if (begun.isError) return <Problem error={begun.error} retry={() => void begun.refetch()} />;
  if (!begun.data) {
    return (
      <>
        {begun.isFetching ? (
          <Skeleton height={192} width={192} />
        ) : (
          <Button onClick={() => void begun.refetch()}>{t('security.set_up')}</Button>
        )}
        {password.dialog}
      </>
    );
  }
  const { uri, secret } = begun.data;
  return (
    <ol ref={steps} tabIndex={-1} className={c.steps}>
      <li>
        <p>{t('security.scan')}</p>
        <div className={c.qr}>
          <QrCode text={uri} label={t('security.qr')} />
        </div>
        <p className={c.dim}>{t('security.type_instead')}</p>
        <div className={c.secret}>
          <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton size="xs" text={secret} label={t('security.copy')} />
        </div>
      </li>
      <li>
        <p>{t('security.first_code')}</p>
        <form {...bind}>
          <CodeCells
            name="code"
            label={t('second_step.code')}
            code={form.values.code}
            onCode={(next) => form.setFieldValue('code', next)}
            onComplete={submit}
            problem={form.errors.code}
          />
        </form>
        {onCancel && (
          <Button mt={16} variant="subtle" color="gray" ml={-12} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </li>
    </ol>
  );
}
