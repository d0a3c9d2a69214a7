import { NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { makePromoCodes, promoCodesPerBatchMax, promoUsesMax } from '#contract/promo-codes.ts';
import { askedOnce } from '../../api/asked-once.ts';
import { call } from '../../api/call.ts';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import c from './promo-codes.module.css';

type Values = { many: number | string; count: number | string; percent: number | string } & Record<
  'begin' | 'expire' | 'name',
  string
>;
const usualDays = 30;

/** Makes a batch of codes. `run` asks for the password first where that is due. */
export function PromoForm({ run }: { run: <T>(work: () => Promise<T>) => Promise<T | undefined> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const today = dayFromNow(0);
  const initial: Values = {
    many: 10,
    count: 1,
    percent: 10,
    begin: today,
    expire: dayFromNow(usualDays),
    name: `promocodes ${today}`,
  };
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial,
    validate: (values) => problemsOf(makePromoCodes.data, wanted(values)),
    send: (values) =>
      run(() => askedOnce(values, (request_id) => call(makePromoCodes, { ...wanted(values), request_id }))),
    onSent: async (made, values) => {
      if (!made) return;
      form.resetDirty(values);
      toast({ status: 'success', title: t('operators.promo.made', { count: made.batch.promocodes.length }) });
      await client.invalidateQueries({ queryKey: ['promocode'] });
    },
    onProblem: (error) => toastError(t('operators.promo.not_made'), error),
  });
  useUnsavedGuard(form.isDirty());
  const number = (name: 'many' | 'count' | 'percent', max: number) => (
    <NumberInput
      name={name}
      label={t(`operators.promo.${name}`)}
      min={1}
      max={max}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps(name)}
    />
  );
  return (
    <form {...bind} className={c.form}>
      {number('many', promoCodesPerBatchMax)}
      {number('count', promoUsesMax)}
      {number('percent', 100)}
      <TextInput
        name="begin"
        type="date"
        label={t('operators.promo.begin')}
        min={today}
        {...form.getInputProps('begin')}
      />
      <TextInput
        name="expire"
        type="date"
        label={t('operators.promo.expire')}
        description={t('operators.promo.expire_help')}
        min={dayFromNow(1)}
        {...form.getInputProps('expire')}
      />
      <TextInput
        name="name"
        label={t('operators.promo.name')}
        description={t('operators.promo.name_help')}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <SendButton loading={isSending} restSeconds={restSeconds}>
        {t('operators.promo.make')}
      </SendButton>
    </form>
  );
}

/** As it travels: days begin at midnight, UTC. */
const wanted = ({ begin, expire, name, ...numbers }: Values) => ({
  count: Number(numbers.count),
  many: Number(numbers.many),
  percent: Number(numbers.percent),
  begin: begin === '' ? '' : `${begin} 00:00:00`,
  expire: expire === '' ? '' : `${expire} 00:00:00`,
  name: name.trim(),
});

function dayFromNow(days: number): string {
  const at = new Date();
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
