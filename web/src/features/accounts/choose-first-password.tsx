import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { forgetPassword } from '#contract/recovery.ts';
import { call } from '../../api/call.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { toastError } from '../../ui/toast.tsx';
import c from './door.module.css';
import { OutboxHint } from './outbox-hint.tsx';

/** For whoever came through single sign-on and has no password: a letter leads to the first one. */
export function ChooseFirstPasswordPart({ address }: { address: string }) {
  const { t } = useTranslation();
  const asking = useMutation({
    mutationFn: () => call(forgetPassword, { email: address, language: currentLanguage() }),
    onError: (error) => toastError(t('recovery.first_not_sent'), error),
  });
  return (
    <FormPart title={t('recovery.password')} lead={t('recovery.first_lead')}>
      <Button loading={asking.isPending} disabled={asking.isSuccess} onClick={() => asking.mutate()}>
        {t('recovery.first_send')}
      </Button>
      <div role="status">
        {asking.isSuccess && (
          <>
            <p className={c.lead}>
              <Trans i18nKey="recovery.first_sent" values={{ address }} components={{ b: <b /> }} />
            </p>
            <OutboxHint />
          </>
        )}
      </div>
    </FormPart>
  );
}
