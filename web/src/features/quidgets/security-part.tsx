import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quidgets, rotateQuidgetSecret } from '#contract/quidgets.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DayTime } from '../../ui/day-time.tsx';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { toastError } from '../../ui/toast.tsx';
import { LinesField } from './fields.tsx';
import c from './quidget-form.module.css';
import { type Quidget, tidyDomains } from './quidget-values.ts';
import type { QuidgetForm } from './use-quidget-form.ts';

/** From where it may be embedded, and with what a site vouches for its visitors. */
export function SecurityPart({ form, isReadOnly, row }: QuidgetForm & { row: Quidget | null }) {
  const { t } = useTranslation();
  const isOpen = String(form.values.allowed_domains ?? '').trim() === '';
  return (
    <>
      <FormPart title={t('quidget.domains.title')} lead={t('quidget.domains.lead')}>
        <div className={formStyles.fields}>
          <LinesField
            form={form}
            name="allowed_domains"
            rows={4}
            placeholder="shop.example.com"
            help={t('quidget.domains.help')}
            onBlur={() => form.setFieldValue('allowed_domains', tidyDomains(String(form.values.allowed_domains ?? '')))}
            isWide
          />
        </div>
        {isOpen && <div className={c.warn}>{t('quidget.domains.open')}</div>}
      </FormPart>
      <FormPart title={t('quidget.secret.title')} lead={t('quidget.secret.lead')}>
        {row ? <IdentitySecret of={row} isReadOnly={isReadOnly} /> : <p>{t('quidget.add_first')}</p>}
      </FormPart>
    </>
  );
}

function IdentitySecret({ of, isReadOnly }: { of: Quidget; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: () => call(rotateQuidgetSecret, { id: of.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: [quidgets.name] }),
    onError: (error) => toastError(t('quidget.secret.not_made'), error),
  });
  const since = of.identity_secret_since;
  const make = async () => {
    const isSure =
      since === null ||
      (await confirm({
        title: t('quidget.secret.ask_title'),
        text: t('quidget.secret.ask_text'),
        action: t('quidget.secret.again'),
        danger: true,
      }));
    if (isSure) making.mutate();
  };
  return (
    <div className={c.secret}>
      <p>
        {since === null ? t('quidget.secret.none') : t('quidget.secret.since')}{' '}
        {since && <DayTime at={since} isWithin />}
      </p>
      {making.data && (
        <div className={c.once} role="status">
          <p>{t('quidget.secret.once')}</p>
          <code>{making.data.secret}</code>
          <CopyButton text={making.data.secret} label={t('quidget.secret.copy')} />
        </div>
      )}
      {!isReadOnly && (
        <Button variant="default" loading={making.isPending} onClick={() => void make()}>
          {since === null ? t('quidget.secret.make') : t('quidget.secret.again')}
        </Button>
      )}
    </div>
  );
}
