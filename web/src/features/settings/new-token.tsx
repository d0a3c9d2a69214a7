import { Button, Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createToken, listTokens } from '#contract/api-tokens.ts';
import { call } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { formStyles } from '../../ui/form-page.tsx';
import { type FieldErrors, fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import { toastError } from '../../ui/toast.tsx';
import c from './settings.module.css';
import { type Scopes, scopesOf, type TokenReach, wished } from './token-scopes.ts';

const reaches = ['reading', 'everything', 'chosen'] as const satisfies readonly TokenReach[];
const lifetimes = ['7', '30', '90', '365'] as const;

export function NewToken({ onMade }: { onMade: (made: { token: string; name: string }) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [company, setCompany] = useState(String(who.companies[0]?.id ?? ''));
  const [days, setDays] = useState<string>('90');
  const [reach, setReach] = useState<TokenReach>('reading');
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<FieldErrors>({});
  const all = scopesOf(who, Number(company));

  const making = useMutation({
    mutationFn: (data: Parameters<typeof call<typeof createToken.data, typeof createToken.answer>>[1]) =>
      call(createToken, data),
    onSuccess: async ({ token }) => {
      onMade({ token, name });
      setName('');
      setErrors({});
      await client.invalidateQueries({ queryKey: ['api-tokens', listTokens.path] });
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setErrors(found);
      if (!focusFirstProblem(form.current, found)) toastError(t('settings.tokens.not_made'), error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const data = {
      name: name.trim(),
      company_id: Number(company),
      scopes: wished(reach, all, picked),
      expires_in_days: Number(days),
    };
    const found = problemsOf(createToken.data, data);
    setErrors(found);
    if (Object.keys(found).length === 0) making.mutate(data);
    else requestAnimationFrame(() => focusFirstProblem(form.current, found));
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <div className={formStyles.fields}>
        <TextInput
          label={t('settings.tokens.name')}
          description={t('settings.tokens.name_help')}
          name="name"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errors.name}
        />
        <Select
          label={t('settings.tokens.expires')}
          data={lifetimes.map((value) => ({ value, label: t('settings.tokens.days', { count: Number(value) }) }))}
          value={days}
          onChange={(value) => value && setDays(value)}
          allowDeselect={false}
        />
        {who.companies.length > 1 && (
          <Select
            label={t('settings.tokens.company')}
            name="company_id"
            data={who.companies.map((one) => ({ value: String(one.id), label: one.company_name }))}
            value={company}
            onChange={(value) => value && setCompany(value)}
            allowDeselect={false}
            error={errors.company_id}
          />
        )}
        <Radio.Group
          data-wide
          label={t('settings.tokens.may')}
          value={reach}
          onChange={(value) => setReach(reaches.find((one) => one === value) ?? 'reading')}
          error={errors.scopes && t('settings.tokens.choose_some')}
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
      <Button type="submit" mt={16} loading={making.isPending}>
        {t('settings.tokens.make')}
      </Button>
    </form>
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
          const label = t(`access.nouns.${one.entity.replace('-', '_')}` as 'access.nouns.tickets', {
            defaultValue: one.entity,
          });
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
