import { Autocomplete, Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../ui/form-page.tsx';
import type { MailboxField, MailboxValues } from './mailbox-values.ts';

type Form = { form: UseFormReturnType<MailboxValues> };

/** What stands under every letter of ours. */
export function LetterPart({ form }: Form) {
  const { t } = useTranslation();
  return (
    <FormPart part="letter" title={t('mailbox.letter.title')} lead={t('mailbox.letter.lead')}>
      <Textarea
        label={t('mailbox.fields.signature')}
        name="signature"
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('signature')}
      />
    </FormPart>
  );
}

/** The fields of the fold: it opens when one of them has a problem. */
export const advancedFields = [
  'name',
  'imap_username',
  'imap_box_inbox',
  'imap_box_outbox',
  'smtp_login',
  'smtp_password',
  'additional_headers',
  'trusted_authserv_id',
  'uses_plus_address',
  'takes_spam',
] as const satisfies readonly MailboxField[];

/** What follows from the address for nearly everybody. */
export function AdvancedPart({ form, folders, isNew }: Form & { folders: readonly string[]; isNew: boolean }) {
  const { t } = useTranslation();
  const text = (name: 'name' | 'imap_username' | 'smtp_login' | 'trusted_authserv_id', isWide = false) => (
    <TextInput
      label={t(`mailbox.fields.${name}`)}
      description={t(`mailbox.help.${name}`)}
      name={name}
      autoComplete="off"
      {...(isWide ? { wrapperProps: { 'data-wide': true } } : {})}
      {...form.getInputProps(name)}
    />
  );
  return (
    <>
      {text('name')}
      {text('imap_username')}
      <Autocomplete
        label={t('mailbox.fields.imap_box_inbox')}
        name="imap_box_inbox"
        data={[...folders]}
        {...form.getInputProps('imap_box_inbox')}
      />
      <Autocomplete
        label={t('mailbox.fields.imap_box_outbox')}
        description={t('mailbox.help.imap_box_outbox')}
        name="imap_box_outbox"
        data={[...folders]}
        {...form.getInputProps('imap_box_outbox')}
      />
      {text('smtp_login')}
      <PasswordInput
        label={t('mailbox.fields.smtp_password')}
        description={t('mailbox.help.smtp_password')}
        name="smtp_password"
        autoComplete="new-password"
        placeholder={isNew ? undefined : t('mailbox.unchanged')}
        visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
        {...form.getInputProps('smtp_password')}
      />
      <Textarea
        label={t('mailbox.fields.additional_headers')}
        description={t('mailbox.help.additional_headers')}
        name="additional_headers"
        wrapperProps={{ 'data-wide': true }}
        autosize
        minRows={2}
        spellCheck={false}
        {...form.getInputProps('additional_headers')}
      />
      <Checkbox
        label={t('mailbox.fields.uses_plus_address')}
        description={t('mailbox.help.uses_plus_address')}
        name="uses_plus_address"
        wrapperProps={{ 'data-wide': true }}
        checked={form.values.uses_plus_address === '1'}
        onChange={(event) => form.setFieldValue('uses_plus_address', event.currentTarget.checked ? '1' : '0')}
      />
      <Checkbox
        label={t('mailbox.fields.takes_spam')}
        description={t('mailbox.help.takes_spam')}
        name="takes_spam"
        wrapperProps={{ 'data-wide': true }}
        checked={form.values.takes_spam === '1'}
        onChange={(event) => form.setFieldValue('takes_spam', event.currentTarget.checked ? '1' : '0')}
      />
      {text('trusted_authserv_id', true)}
    </>
  );
}
