import { Anchor, Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCode } from '#contract/two-factor.ts';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { CodeCells } from '../../ui/code-cells.tsx';
import { fieldErrors, problemsOf } from '../../ui/form-problems.ts';
import c from './door.module.css';
import { LockedNote } from './locked-note.tsx';

type Props = {
  onPassed: () => Promise<void>;
  /** The half session ended meanwhile. */
  onExpired: () => Promise<void>;
};

/** The code of the authenticator in six cells, sent with the last of them; or a recovery code. */
export function SecondStepForm({ onPassed, onExpired }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const [trusts, setTrusts] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [lockedSeconds, setLockedSeconds] = useState(0);
  const first = useRef<HTMLInputElement>(null);
  const check = useMutation({
    mutationFn: async (given: string) => {
      await call(checkCode, { code: given, trust_device: trusts }, { ignoreUnauthorized: true });
      await onPassed();
    },
    onError: (error) => {
      if (isApiError(error) && error.status === 401) return void onExpired();
      const errors = fieldErrors(error);
      setProblem(errors.code ?? errors['']);
      if (isApiError(error, 'account_locked')) setLockedSeconds(error.retryAfter ?? 0);
      if (!isRecovery) setCode('');
      first.current?.focus();
    },
  });
  const send = (given: string) => {
    if (check.isPending) return;
    const wrong = problemsOf(checkCode.data, { code: given }).code;
    setProblem(wrong);
    if (wrong) first.current?.focus();
    else check.mutate(given);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };
  const switchWay = () => {
    setIsRecovery(!isRecovery);
    setCode('');
    setProblem(undefined);
  };

  return (
    <form className={c.fields} noValidate onSubmit={submit}>
      {isRecovery ? (
        <TextInput
          key="recovery"
          ref={first}
          size="md"
          name="code"
          label={t('second_step.recovery_code')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={problem}
        />
      ) : (
        <CodeCells
          key="digits"
          ref={first}
          label={t('second_step.code')}
          code={code}
          onCode={(next) => {
            setCode(next);
            if (next) setProblem(undefined);
          }}
          onComplete={send}
          problem={problem}
          isFirst
        />
      )}
      {lockedSeconds > 0 && <LockedNote seconds={lockedSeconds} />}
      <Checkbox
        label={t('second_step.trust')}
        checked={trusts}
        onChange={(event) => setTrusts(event.currentTarget.checked)}
      />
      <Button size="md" type="submit" fullWidth loading={check.isPending}>
        {t('second_step.action')}
      </Button>
      <p className={c.line}>
        <Anchor component="button" type="button" fz={13} onClick={switchWay}>
          {isRecovery ? t('second_step.use_phone') : t('second_step.use_recovery')}
        </Anchor>
      </p>
    </form>
  );
}
