import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { securities } from '#contract/mailboxes.ts';
import c from './mailbox-form.module.css';
import type { MailboxValues } from './mailbox-values.ts';

/** Host, port and security, of the incoming server and of the outgoing one. */
export function ServersPart({ form }: { form: UseFormReturnType<MailboxValues> }) {
  const { t } = useTranslation();
  const data = securities.map((value) => ({ value, label: t(`mailbox.security.${value}`) }));
  const isPlain = form.values.imap_type === 'none' || form.values.smtp_security === 'none';
  return (
    <>
      <div className={c.server}>
        <TextInput
          label={t('mailbox.fields.imap_server')}
          name="imap_server"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('imap_server')}
        />
        <TextInput
          label={t('mailbox.fields.port')}
          aria-label={t('mailbox.fields.imap_port')}
          name="imap_port"
          inputMode="numeric"
          {...form.getInputProps('imap_port')}
        />
        <Select
          label={t('mailbox.fields.security')}
          aria-label={t('mailbox.fields.imap_type')}
          name="imap_type"
          data={data}
          allowDeselect={false}
          {...form.getInputProps('imap_type')}
        />
      </div>
      <div className={c.server}>
        <TextInput
          label={t('mailbox.fields.smtp_host')}
          name="smtp_host"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('smtp_host')}
        />
        <TextInput
          label={t('mailbox.fields.port')}
          aria-label={t('mailbox.fields.smtp_port')}
          name="smtp_port"
          inputMode="numeric"
          {...form.getInputProps('smtp_port')}
        />
        <Select
          label={t('mailbox.fields.security')}
          aria-label={t('mailbox.fields.smtp_security')}
          name="smtp_security"
          data={data}
          allowDeselect={false}
          {...form.getInputProps('smtp_security')}
        />
      </div>
      {isPlain && (
        <p className={c.hint} data-warn>
          {t('mailbox.security.plain_warning')}
        </p>
      )}
    </>
  );
}
