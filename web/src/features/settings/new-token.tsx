import { Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createToken, listTokens } from '#contract/api-tokens.ts';
import { call } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { nounKey } from '../../i18n/noun-key.ts';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { formStyles } from '../../ui/form-page.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { type Made, tellOfToken } from './made-token.tsx';
import c from './settings.module.css';
import { type Scopes, scopesOf, type TokenReach, wished } from './token-scopes.ts';

const reaches = ['reading', 'everything', 'chosen'] as const satisfies readonly TokenReach[];
const lifetimes = ['7', '30', '90', '365'] as const;

type Values = { name: string; company_id: string; days: string; reach: TokenReach };

export function NewToken({ onMade }: { onMade: (made: Made) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const initial: Values = { name: '', company_id: String(who.companies[0]?.id ?? ''), days: '90', reach: 'reading' };
  const password = useAskPassword(t('ask_password.account_lead'));
  const { form, element, bind, isSending, restSeconds } = useSentForm({
    initial,
    validate: (values) => problemsOf(createToken.data, dataOf(values)),
    send: (values) => password.run(() => call(createToken, dataOf(values))),
    onSent: async (made, { name }) => {
      if (!made) return;
      // It is shown once: where whoever asked for it has gone elsewhere, it comes along.
      (element.current === null ? tellOfToken : onMade)({ token: made.token, name: name.trim() });
      form.setFieldValue('name', '');
      await client.invalidateQueries({ queryKey: ['api-tokens', listTokens.path] });
    },
    onProblem: (error) => toastError(t('settings.tokens.not_made'), error),
  });
  const { company_id, reach } = form.values;
  useUnsavedGuard(form.values.name.trim() !== '' && !isSending);
  const all = scopesOf(who, Number(company_id));
  const dataOf = (values: Values) => ({
    name: values.name.trim(),
    company_id: Number(values.company_id),
    scopes: wished(values.reach, scopesOf(who, Number(values.company_id)), picked),
    expires_in_days: Number(values.days),
  });
  return (
    <>
      <form {...bind}>
        <div className={formStyles.fields}>
          <TextInput
            label={t('settings.tokens.name')}
            description={t('settings.tokens.name_help')}
            name="name"
            data-add
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Select
            label={t('settings.tokens.expires')}
            data={lifetimes.map((value) => ({ value, label: t('settings.tokens.days', { count: Number(value) }) }))}
            allowDeselect={false}
            {...form.getInputProps('days')}
          />
          {who.companies.length > 1 && (
            <Select
              label={t('settings.tokens.company')}
              name="company_id"
              data={who.companies.map((one) => ({ value: String(one.id), label: one.company_name }))}
              allowDeselect={false}
              {...form.getInputProps('company_id')}
            />
          )}
          <Radio.Group
            data-wide
            label={t('settings.tokens.may')}
            {...form.getInputProps('reach')}
            error={form.errors.scopes && t('settings.tokens.choose_some')}
          >
            <Stack gap={8} mt={4}>
              {reaches.map((one) => (
                <Radio key={one} value={one} label={t(`settings.tokens.reach.${one}`)} data-field="scopes" />
              ))}
            </Stack>
          </Radio.Group>
          {reach === 'chosen' && (
            <div data-wide>
              <Choice of={all} picked={picked} pick={pick} />
            </div>
          )}
        </div>
        <SendButton mt={16} loading={isSending} restSeconds={restSeconds}>
          {t('settings.tokens.make')}
        </SendButton>
      </form>
      {password.dialog}
    </>
  );
}

type ChoiceProps = {
  of: readonly Scopes[];
  picked: ReadonlySet<string>;
  pick: (next: ReadonlySet<string>) => void;
};

function Choice({ of, picked, pick }: ChoiceProps) {
  const { t } = useTranslation();
  const turn = (key: string, isOn: boolean) => {
    const next = new Set(picked);
    if (isOn) next.add(key);
    else next.delete(key);
    pick(next);
  };
  return (
    <table className={c.matrix}>
      <thead>
        <tr>
          <th scope="col">{t('settings.tokens.what')}</th>
          <th scope="col">{t('settings.tokens.read')}</th>
          <th scope="col">{t('settings.tokens.write')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map((one) => {
          const label = t(`access.nouns.${nounKey(one.entity)}`);
          return (
            <tr key={one.entity}>
              <th scope="row">{label}</th>
              {(['read', 'write'] as const).map((way) => (
                <td key={way}>
                  {one[way].length > 0 && (
                    <Checkbox
                      size="sm"
                      aria-label={`${label}: ${t(`settings.tokens.${way}`)}`}
                      checked={
                        picked.has(`${one.entity} ${way}`) || (way === 'read' && picked.has(`${one.entity} write`))
                      }
                      disabled={way === 'read' && picked.has(`${one.entity} write`)}
                      onChange={(event) => turn(`${one.entity} ${way}`, event.currentTarget.checked)}
                    />
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
