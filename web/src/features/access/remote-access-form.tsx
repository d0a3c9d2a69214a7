import { Button, Switch, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { companies } from '#contract/companies.ts';
import { type Row, updateSchema } from '#contract/entity.ts';
import { linesOf } from '#contract/remote-access.ts';
import { isApiError } from '../../api/problem.ts';
import { updateRows } from '../../api/rows.ts';
import { mayDo, refetchSelf, useSelf } from '../../api/self.ts';
import { confirm } from '../../ui/confirm.tsx';
import { FormPage, FormPart } from '../../ui/form-page.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';

type Values = { restrict_remote_access: 0 | 1; ipsList: string; subnets: string; push_preview: 0 | 1 };

/** From which addresses a company may be reached, and what of it lies on locked screens. Whoever would shut themselves out is asked first. */
export function RemoteAccessForm({ company, header }: { company: Row<typeof companies>; header: ReactNode }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const isReadOnly = !mayDo(who, 'companies.update', company.id);
  const { restrict_remote_access, ipsList, subnets, push_preview } = company;

  const save = async (values: Values) => {
    const change = (more: object) => updateRows(companies, { ...values, ...more }, [['id', '=', company.id]]);
    try {
      await change({});
    } catch (error) {
      if (!isApiError(error, 'would_lock_you_out')) throw error;
      const isMeant = await confirm({
        title: t('access.remote.lock_title'),
        text: t('access.remote.lock_text', { address: who.address }),
        action: t('access.remote.lock'),
        danger: true,
      });
      if (!isMeant) throw error;
      await change({ lock_me_out: 1 });
    }
    await client.invalidateQueries({ queryKey: ['companies'] });
    await refetchSelf(client);
  };
  const saved = useSavedForm<Values, void>({
    saved: { restrict_remote_access, ipsList, subnets, push_preview },
    validate: (values) => ({
      ...requiredIn(values, t('errors.required')),
      ...problemsOf(updateSchema(companies), values),
    }),
    save,
    onSaved: () => {
      toast({ status: 'success', title: t('saved.updated') });
    },
    onProblem: (error) => toastError(t('saved.not_updated'), error),
    isReadOnly,
  });
  const { form } = saved;
  const addMine = () => form.setFieldValue('ipsList', [...linesOf(form.values.ipsList), who.address].join('\n'));
  const knowsMine = linesOf(form.values.ipsList).includes(who.address);
  return (
    <FormPage
      title={company.company_name}
      back={{ to: '/$entity/search', params: { entity: 'companies' } }}
      header={header}
      saved={saved}
      saveLabel={t('form.save')}
      isNew={false}
      isReadOnly={isReadOnly}
    >
      <FormPart title={t('access.remote.title')} lead={t('access.remote.lead')}>
        <Switch
          name="restrict_remote_access"
          label={t('access.remote.on')}
          checked={form.values.restrict_remote_access === 1}
          onChange={(event) => form.setFieldValue('restrict_remote_access', event.currentTarget.checked ? 1 : 0)}
        />
        <Textarea
          {...form.getInputProps('ipsList')}
          name="ipsList"
          mt={16}
          label={t('access.remote.ips')}
          description={t('access.remote.ips_help')}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
        />
        <p>
          {t('access.remote.you_are_at', { address: who.address })}{' '}
          {!knowsMine && !isReadOnly && (
            <Button variant="subtle" size="compact-sm" onClick={addMine}>
              {t('access.remote.add_mine')}
            </Button>
          )}
        </p>
        <Textarea
          {...form.getInputProps('subnets')}
          name="subnets"
          label={t('access.remote.subnets')}
          description={t('access.remote.subnets_help')}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
        />
      </FormPart>
      <FormPart title={t('push.company')} lead={t('push.company_lead')}>
        <Switch
          name="push_preview"
          label={t('push.company_preview')}
          description={t('push.company_help')}
          checked={form.values.push_preview === 1}
          onChange={(event) => form.setFieldValue('push_preview', event.currentTarget.checked ? 1 : 0)}
        />
      </FormPart>
    </FormPage>
  );
}

/** SPEC section 5: with the restriction on, both lists are required. */
function requiredIn(values: Values, text: string): Record<string, string> {
  if (values.restrict_remote_access === 0) return {};
  const lists = ['ipsList', 'subnets'] as const;
  return Object.fromEntries(lists.filter((name) => linesOf(values[name]).length === 0).map((name) => [name, text]));
}
