import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCode } from '#contract/two-factor.ts';
import { fieldErrors, problemsOf } from '../../ui/form-problems.ts';
import c from './security.module.css';

/** Asks for a code before something that needs one. */
export function CodeDialog(props: {
  title: string;
  lead: string;
  action: string;
  onClose: () => void;
  /** Does it; a refusal is shown under the code. */
  run: (code: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const running = useMutation({
    mutationFn: props.run,
    onError: (error) => {
      const errors = fieldErrors(error);
      setProblem(errors.code ?? errors['']);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemsOf(checkCode.data, { code }).code;
    setProblem(wrong);
    if (!wrong) running.mutate(code);
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      centered
      size={400}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate className={c.dialog} onSubmit={submit}>
        <p>{props.lead}</p>
        <TextInput
          data-autofocus
          label={t('security.code_or_recovery')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setProblem(undefined);
          }}
          error={problem}
        />
        <div className={c.row} data-end>
          <Button variant="subtle" color="gray" onClick={props.onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={running.isPending}>
            {props.action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
