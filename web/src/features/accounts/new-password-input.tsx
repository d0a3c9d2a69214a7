import type { PasswordInputProps } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordRules } from '#contract/passwords.ts';
import { Icon } from '../../ui/icon.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import c from './door.module.css';
import { useGuessable } from './use-guessable.ts';

type Props = PasswordInputProps & {
  name: string;
  value: string;
  /** What somebody who knows the person would try. */
  facts: readonly string[];
};

/** Where a new password is typed, with its rules as a list that is ticked off while typing. */
export function NewPasswordInput({ value, facts, ...props }: Props) {
  const { t } = useTranslation();
  const rulesId = useId();
  const isGuessable = useGuessable(value, facts);
  return (
    <div>
      <PasswordField size="md" autoComplete="new-password" aria-describedby={rulesId} value={value} {...props} />
      <ul className={c.rules} id={rulesId} aria-label={t('register.password_rules')}>
        {passwordRules.map(({ key, holds }) => (
          <Rule key={key} text={t(`register.rules.${key}`)} isMet={holds(value)} />
        ))}
        <Rule text={t('register.rules.unguessable')} isMet={isGuessable === false} />
      </ul>
    </div>
  );
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const { t } = useTranslation();
  return (
    <li data-met={isMet || undefined}>
      <Icon of={isMet ? IconCheck : IconCircle} size={16} />
      <span>
        {text}
        {isMet && <span className="sr"> {t('register.rule_met')}</span>}
      </span>
    </li>
  );
}
