import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../ui/password-field.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import { textOf } from '../form-values.ts';
import { CheckToken } from './check-token.tsx';
import { messengerOf } from './messenger-of.ts';

/** The ID behind a WhatsApp number. */
export function PhoneNumberField({ name, value, onChange, error, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const id = textOf((value as { phone_number_id?: unknown } | undefined)?.phone_number_id);
  return (
    <TextInput
      name={`${name}.phone_number_id`}
      label={t('integrations.fields.phone_number_id')}
      description={t('integrations.help.phone_number_id')}
      inputMode="numeric"
      autoComplete="off"
      error={error}
      readOnly={isReadOnly}
      value={id}
      onChange={(event) => onChange({ messenger: 'whatsapp', phone_number_id: event.currentTarget.value.trim() })}
    />
  );
}

/** Written and never read again. */
export function AppSecretField({ name, label, value, onChange, error, row, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordField
      name={name}
      label={label}
      description={t('integrations.help.auth2')}
      toggleLabel={t('integrations.show_secret')}
      autoComplete="off"
      placeholder={row ? t('integrations.unchanged') : ''}
      error={error}
      readOnly={isReadOnly}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}

/** The bot's token, and what its messenger says to it. */
export function TokenField(props: CustomFieldProps) {
  const { name, value, onChange, error, values, refuse, row, isReadOnly } = props;
  const { t } = useTranslation();
  const messenger = messengerOf(values);
  return (
    <>
      <PasswordField
        name={name}
        label={t(`integrations.token.${messenger}`)}
        description={t(`integrations.token_help.${messenger}`)}
        toggleLabel={t('integrations.show_token')}
        autoComplete="off"
        placeholder={row ? t('integrations.unchanged') : ''}
        error={error}
        readOnly={isReadOnly}
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      {!isReadOnly && <CheckToken values={values} row={row} refuse={refuse} />}
    </>
  );
}
