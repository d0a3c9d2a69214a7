import { Checkbox, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { editPhone, type OperatorsPhone } from '#contract/product-call-phones.ts';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldErrors, problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import c from './phones.module.css';

type Provider = { id: number; provider: string };

/** Corrects one number. What a company uses stays in service. */
export function EditPhone(props: { of: OperatorsPhone; providers: readonly Provider[]; close: () => void }) {
  const { of, providers, close } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const isUsed = of.company_name !== null;
  const initial = {
    phone_number: of.phone_number,
    name: of.name,
    acd_provider_id: String(of.acd_provider_id),
    is_offered: of.is_onboarding === 1,
    is_in_service: of.is_deleted === 0,
  };
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial,
    validate: (values) => withoutHead(problemsOf(editPhone.data, wanted(values))),
    send: (values) => call(editPhone, wanted(values)),
    onSent: async () => {
      toast({ status: 'success', title: t('operators.phones.edited') });
      await client.invalidateQueries({ queryKey: ['product-call-phones'] });
      close();
    },
    problems: (error) => withoutHead(fieldErrors(error)),
    onProblem: (error) => toastError(t('operators.phones.not_edited'), error),
  });
  function wanted(values: typeof initial) {
    return {
      phone_number: of.phone_number,
      change: {
        phone_number: values.phone_number.trim(),
        // A number that is called by itself is then called by its new self.
        ...(values.name.trim() === of.name ? {} : { name: values.name.trim() }),
        acd_provider_id: Number(values.acd_provider_id),
        ...(isUsed
          ? {}
          : {
              is_onboarding: values.is_offered ? (1 as const) : (0 as const),
              is_deleted: values.is_in_service ? (0 as const) : (1 as const),
            }),
      },
    };
  }
  return (
    <Dialog close={close} size={400} title={t('operators.phones.edit_title')}>
      <form className={c.edit} {...bind}>
        <TextInput
          data-autofocus
          name="phone_number"
          label={t('operators.phones.number')}
          inputMode="tel"
          maxLength={20}
          {...form.getInputProps('phone_number')}
        />
        <TextInput name="name" label={t('operators.phones.name')} maxLength={20} {...form.getInputProps('name')} />
        <Select
          label={t('operators.phones.provider')}
          data={providers.map((one) => ({ value: String(one.id), label: one.provider }))}
          allowDeselect={false}
          {...form.getInputProps('acd_provider_id')}
        />
        {isUsed ? (
          <p>{t('operators.phones.used_by', { company: of.company_name, product: of.product_name })}</p>
        ) : (
          <>
            <Checkbox label={t('operators.phones.offer')} {...form.getInputProps('is_offered', { type: 'checkbox' })} />
            <Checkbox
              label={t('operators.phones.in_service')}
              {...form.getInputProps('is_in_service', { type: 'checkbox' })}
            />
          </>
        )}
        <SendButton loading={isSending} restSeconds={restSeconds}>
          {t('operators.phones.save')}
        </SendButton>
      </form>
    </Dialog>
  );
}

/** `change.name` → `name`: the form knows what should be, and nothing else. */
const withoutHead = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([name, text]) => [name.replace(/^change\./, ''), text]));
