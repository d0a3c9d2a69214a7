import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { products } from '#contract/products.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { OfferedSelect } from '../../ui/offered/offered-select.tsx';
import { named } from '../../ui/offered/reference.ts';
import { selectSuggested } from '../../ui/select-suggested.ts';
import { localPart, type MailboxValues } from './mailbox-values.ts';
import { gmailAppPasswords, providerOf } from './presets.ts';

export const toProduct = named(products);

/** Whose mail it is, and the password that opens it. */
export function AccountPart(props: {
  form: UseFormReturnType<MailboxValues>;
  /** Whose products it may be for; null: of any company. */
  companyId: number | null;
  isNew: boolean;
  detect: () => void;
}) {
  const { form, companyId, isNew, detect } = props;
  const { t } = useTranslation();
  const isGmail = providerOf(form.values) === 'gmail';
  const email = form.getInputProps('from_email');
  const sender = form.getInputProps('from_name');
  return (
    <FormPart part="account" title={t('mailbox.account.title')} lead={t('mailbox.account.lead')}>
      <div className={formStyles.fields}>
        <TextInput
          label={t('mailbox.fields.from_email')}
          name="from_email"
          type="email"
          autoComplete="off"
          {...email}
          onBlur={(event) => {
            email.onBlur?.(event);
            detect();
          }}
        />
        <OfferedSelect
          label={t('mailbox.fields.product_id')}
          name="product_id"
          to={toProduct}
          companyId={companyId}
          value={Number(form.values.product_id) || null}
          onChange={(id) => form.setFieldValue('product_id', String(id ?? ''))}
          error={form.errors.product_id}
        />
        <TextInput
          label={t('mailbox.fields.from_name')}
          name="from_name"
          autoComplete="off"
          {...sender}
          onFocus={(event) => {
            sender.onFocus?.(event);
            if (isNew) selectSuggested(event.currentTarget, () => localPart(form.getValues().from_email));
          }}
        />
        <PasswordInput
          label={isGmail ? t('mailbox.fields.app_password') : t('mailbox.fields.imap_password')}
          name="imap_password"
          // A browser must neither fill in nor offer to keep somebody's mailbox password here.
          autoComplete="new-password"
          placeholder={isNew ? undefined : t('mailbox.unchanged')}
          description={
            isGmail && (
              <Anchor href={gmailAppPasswords} target="_blank" rel="noreferrer" fz={12}>
                {t('mailbox.account.app_password_help')}
              </Anchor>
            )
          }
          visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
          {...form.getInputProps('imap_password')}
        />
      </div>
    </FormPart>
  );
}
