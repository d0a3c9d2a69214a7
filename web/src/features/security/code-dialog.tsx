import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { checkCode } from '#contract/two-factor.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { underField, useSentForm } from '../../ui/use-sent-form.ts';
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
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: { code: '' },
    validate: (values) => problemsOf(checkCode.data, values),
    send: ({ code }) => props.run(code),
    problems: underField('code'),
  });
  return (
    <Dialog close={props.onClose} title={props.title} size={400}>
      <form {...bind} className={c.dialog}>
        <p>{props.lead}</p>
        <TextInput
          data-autofocus
          label={t('security.code_or_recovery')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
        <div className={c.row} data-end>
          <Button variant="subtle" color="gray" onClick={props.onClose}>
            {t('common.cancel')}
          </Button>
          <SendButton loading={isSending} restSeconds={restSeconds}>
            {props.action}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}
