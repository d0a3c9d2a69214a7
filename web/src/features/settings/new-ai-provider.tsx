import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type AiProtocol, addAiConfig, aiAddresses, aiProtocols } from '#contract/user-ai-configs.ts';
import { call } from '../../api/call.ts';
import { formatTook } from '../../i18n/time.ts';
import { formStyles } from '../../ui/form-page.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import c from './settings.module.css';

const empty = {
  protocol: 'openai' as AiProtocol,
  name: '',
  base_url: aiAddresses.openai as string,
  model: '',
  key: '',
};
type Values = typeof empty;

const dataOf = ({ protocol, ...texts }: Values) => ({
  protocol,
  name: texts.name.trim(),
  base_url: texts.base_url.trim(),
  model: texts.model.trim(),
  key: texts.key.trim(),
});

/** The provider is asked before anything is kept: what it refuses stands under its field. */
export function NewAiProvider() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: empty,
    validate: (values) => problemsOf(addAiConfig.data, dataOf(values)),
    send: (values) => call(addAiConfig, dataOf(values)),
    onSent: async ({ took_ms }, { name }) => {
      form.reset();
      toast({
        status: 'success',
        title: t('ai.kept', { name: name.trim() }),
        text: t('ai.answered', { took: formatTook(took_ms) }),
      });
      await client.invalidateQueries({ queryKey: ['settings'] });
    },
    onProblem: (error) => toastError(t('ai.not_kept'), error),
  });
  useUnsavedGuard(form.isDirty());
  const speak = (chosen: string | null) => {
    const next = aiProtocols.find((one) => one === chosen);
    if (!next) return;
    const { protocol, base_url } = form.getValues();
    // What somebody typed stays.
    if (base_url.trim() === aiAddresses[protocol]) form.setFieldValue('base_url', aiAddresses[next]);
    form.setFieldValue('protocol', next);
  };
  const host = URL.parse(form.values.base_url.trim())?.host ?? '';
  return (
    <form {...bind}>
      <div className={formStyles.fields}>
        <TextInput
          label={t('ai.name')}
          description={t('ai.name_help')}
          name="name"
          data-add
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label={t('ai.protocol')}
          description={t('ai.protocol_help')}
          data={aiProtocols.map((value) => ({ value, label: t(`ai.protocols.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('protocol')}
          onChange={speak}
        />
        <div data-wide>
          <TextInput
            label={t('ai.base_url')}
            description={t('ai.base_url_help')}
            name="base_url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('base_url')}
          />
        </div>
        <TextInput
          label={t('ai.model')}
          description={t('ai.model_help')}
          name="model"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('model')}
        />
        <PasswordField
          label={t('ai.key')}
          description={t('ai.key_help')}
          toggleLabel={t('ai.show_key')}
          name="key"
          autoComplete="off"
          {...form.getInputProps('key')}
        />
      </div>
      <SendButton mt={16} loading={isSending} restSeconds={restSeconds}>
        {t('ai.check')}
      </SendButton>
      <p className={c.hint} role="status">
        {isSending && host !== '' && t('ai.asking', { host })}
      </p>
    </form>
  );
}
