import { Anchor, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCode } from '#contract/two-factor.ts';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { CodeCells } from '../../ui/code-cells.tsx';
import { type FieldErrors, problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { underField, useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';
import { LockedNote } from './locked-note.tsx';
import { lockedSecondsOf } from './locked-seconds.ts';

type Props = {
  onPassed: () => Promise<void>;
  /** The half session ended meanwhile. */
  onExpired: () => Promise<void>;
};

/** The code of the authenticator in six cells, sent with the last of them; or a recovery code. */
export function SecondStepForm({ onPassed, onExpired }: Props) {
  const { t } = useTranslation();
  const [isRecovery, setIsRecovery] = useState(false);
  const [lockedSeconds, setLockedSeconds] = useState(0);
  /** Whoever gives a recovery code has no app, and no six digits. */
  const inItsWords = (problems: FieldErrors, what: 'malformed' | 'wrong' | null): FieldErrors =>
    isRecovery && what && problems.code ? { ...problems, code: t(`second_step.recovery_${what}`) } : problems;
  const { form, bind, isSending, restSeconds, submit } = useSentForm({
    initial: { code: '', trust_device: false },
    validate: (values) => inItsWords(problemsOf(checkCode.data, values), 'malformed'),
    send: async (values) => {
      try {
        await call(checkCode, values, { ignoreUnauthorized: true });
      } catch (error) {
        if (!isApiError(error, 'unauthorized')) throw error;
        return onExpired();
      }
      return onPassed();
    },
    onRefused: (error) => {
      setLockedSeconds(lockedSecondsOf(error));
      if (!isRecovery) form.setFieldValue('code', '');
    },
    problems: (error) =>
      inItsWords(underField('code')(error), isApiError(error, 'google2fa_code_wrong') ? 'wrong' : null),
  });
  const switchWay = () => {
    setIsRecovery(!isRecovery);
    form.setFieldValue('code', '');
  };

  return (
    <form {...bind} className={c.fields}>
      <p className={c.lead}>{t(isRecovery ? 'second_step.recovery_lead' : 'second_step.lead')}</p>
      {isRecovery ? (
        <TextInput
          key="recovery"
          size="md"
          name="code"
          label={t('second_step.recovery_code')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          data-autofocus
          description={t('second_step.neither')}
          {...form.getInputProps('code')}
        />
      ) : (
        <CodeCells
          key="digits"
          name="code"
          label={t('second_step.code')}
          code={form.values.code}
          onCode={(next) => form.setFieldValue('code', next)}
          onComplete={submit}
          problem={form.errors.code}
          isFirst
        />
      )}
      {lockedSeconds > 0 && <LockedNote seconds={lockedSeconds} />}
      <Checkbox label={t('second_step.trust')} {...form.getInputProps('trust_device', { type: 'checkbox' })} />
      <SendButton size="md" fullWidth loading={isSending} restSeconds={restSeconds}>
        {t('second_step.action')}
      </SendButton>
      <p className={c.line}>
        <Anchor component="button" type="button" fz={13} onClick={switchWay}>
          {isRecovery ? t('second_step.use_phone') : t('second_step.use_recovery')}
        </Anchor>
      </p>
    </form>
  );
}
