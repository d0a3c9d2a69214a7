import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapsLock } from './use-caps-lock.ts';

/** `toggleLabel`: what its eye is called where something else than a password is typed. */
type Props = PasswordInputProps & { toggleLabel?: string };

/**
 * Where a password is typed: it can be looked at, and says when it is typed in capitals. Unlike Mantine's other fields, its
 * own does not tell a screen reader that something is wrong with it.
 */
export function PasswordField({ autoComplete = 'current-password', toggleLabel, ...props }: Props) {
  const { t } = useTranslation();
  const capsLock = useCapsLock();
  const [isShown, show] = useState(false);
  return (
    <PasswordInput
      autoComplete={autoComplete}
      spellCheck={false}
      autoCapitalize="none"
      onKeyUp={capsLock.onKey}
      description={capsLock.isOn ? t('sign_in.caps_lock') : undefined}
      visible={isShown}
      aria-invalid={Boolean(props.error) || undefined}
      onVisibilityChange={show}
      visibilityToggleButtonProps={{ 'aria-label': toggleLabel ?? t('common.show_password'), 'aria-pressed': isShown }}
      {...props}
    />
  );
}

/** For the browser's store of passwords, which wants to know whose the one beside it is. */
export function WhosePassword({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
