import { Button, MultiSelect, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type RoleName, type RoleScope, roleNames, roleScopes } from '#contract/privileges.ts';
import { changeUserAccess, type userAccess } from '#contract/users.ts';
import { call } from '../../api/call.ts';
import { FormPage, FormPart, formStyles } from '../../ui/form-page.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { WhyNot } from '../../ui/why-not.tsx';
import { AddTeam } from './add-team.tsx';
import { ResetTwoFactor } from './reset-two-factor.tsx';
import { useMembership } from './use-membership.ts';

export type Access = z.output<typeof userAccess.answer>;
type Values = { role: RoleName; scope: RoleScope; team_ids: string[]; product_ids: string[] };

/** What a colleague may do and see in one company. */
export function UserAccessForm(props: { user: Access['user']; of: Access['companies'][number]; header: ReactNode }) {
  const { user, of, header } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const isReadOnly = of.can.update !== true || of.is_deleted === 1;
  const refresh = () => client.invalidateQueries({ queryKey: ['users'] });
  const saved = useSavedForm<Values, void>({
    saved: {
      role: roleNames.find((name) => name === of.role) ?? 'agent',
      scope: of.scope,
      team_ids: of.team_ids.map(String),
      product_ids: of.product_ids.map(String),
    },
    validate: () => ({}),
    save: async (values, changed) => {
      const all = { ...values, team_ids: values.team_ids.map(Number), product_ids: values.product_ids.map(Number) };
      const change = Object.fromEntries(Object.entries(all).filter(([name]) => changed.some((one) => one === name)));
      const seen = Object.fromEntries(changed.map((name) => [name, of[name]]));
      try {
        await call(changeUserAccess, { id: user.id, company_id: of.company_id, ...change, seen });
      } finally {
        // Where it is no longer what was seen, the form learns what is there now.
        await refresh();
      }
    },
    onSaved: () => {
      toast({ status: 'success', title: t('saved.updated') });
    },
    onProblem: (error) => toastError(t('saved.not_updated'), error),
    isReadOnly,
    mustChoose: true,
  });
  const { form } = saved;
  const { scope } = form.values;
  const options = (all: Access['companies'][number]['teams']) =>
    all.map(({ id, name, is_deleted }) => ({
      value: String(id),
      label: is_deleted === 1 ? t('access.disabled', { name }) : name,
    }));
  const namesOf = (ids: unknown, all: Access['companies'][number]['teams']) => {
    const chosen = new Set(ids as string[]); // both are fields of several
    return options(all)
      .filter((one) => chosen.has(one.value))
      .map((one) => one.label)
      .join(', ');
  };
  const fields = {
    role: { label: t('access.role'), show: (value: unknown) => t(`access.roles.${value as RoleName}`) },
    scope: { label: t('access.scope'), show: (value: unknown) => t(`access.scopes.${value as RoleScope}`) },
    team_ids: { label: t('access.teams'), show: (value: unknown) => namesOf(value, of.teams) },
    product_ids: { label: t('access.products'), show: (value: unknown) => namesOf(value, of.products) },
  };
  const fieldOf = (name: string) => fields[name as keyof Values]; // the form has no others
  const seesProducts = scope === 'product' || scope === 'team';
  const hasNone = scope === 'product' && form.values.product_ids.length === 0;
  const productsHelp = hasNone ? t('access.no_products') : seesProducts ? undefined : t('access.products_rest');
  return (
    <FormPage
      title={user.name}
      status={of.is_deleted === 1 && <span>{t('member.removed')}</span>}
      actions={<Membership user={user} of={of} />}
      back={{ to: '/users/search' }}
      header={header}
      saved={saved}
      saveLabel={t('form.save')}
      isNew={false}
      isReadOnly={isReadOnly}
      words={{ label: (name) => fieldOf(name).label, show: (name, value) => fieldOf(name).show(value) }}
    >
      <FormPart title={of.company_name} lead={whyText(of)}>
        <div className={formStyles.fields}>
          <Select
            {...form.getInputProps('role')}
            name="role"
            label={t('access.role')}
            description={t(`access.role_help.${form.values.role}`)}
            allowDeselect={false}
            data={roleNames.map((name) => ({
              value: name,
              label: t(`access.roles.${name}`),
              disabled: name !== of.role && !of.can.roles.includes(name),
            }))}
          />
          <Select
            {...form.getInputProps('scope')}
            name="scope"
            label={t('access.scope')}
            description={t(`access.scope_help.${scope}`)}
            allowDeselect={false}
            data={roleScopes.map((name) => ({ value: name, label: t(`access.scopes.${name}`) }))}
          />
          <MultiSelect
            {...form.getInputProps('team_ids')}
            name="team_ids"
            label={t('access.teams')}
            data={options(of.teams)}
            searchable
            wrapperProps={{ 'data-wide': true }}
            nothingFoundMessage={t('access.none_found')}
          />
          {!isReadOnly && (
            <AddTeam
              companyId={of.company_id}
              onAdded={(id) => form.setFieldValue('team_ids', [...form.getValues().team_ids, String(id)])}
            />
          )}
          <MultiSelect
            {...form.getInputProps('product_ids')}
            name="product_ids"
            label={t('access.products')}
            description={productsHelp}
            data={options(of.products)}
            searchable
            wrapperProps={{ 'data-wide': true }}
            nothingFoundMessage={t('access.none_found')}
          />
        </div>
      </FormPart>
      <FormPart title={t('member.contact')}>
        <p>
          {user.email}
          {user.phone && ` · ${user.phone}`}
          {of.has_two_factor !== null && (
            <>
              <br />
              {t(of.has_two_factor ? 'member.two_factor' : 'member.no_two_factor')}
            </>
          )}
        </p>
        {of.has_two_factor && <ResetTwoFactor user={user} reason={whyText(of)} />}
      </FormPart>
    </FormPage>
  );

  function whyText({ can }: typeof of) {
    return can.update === true ? undefined : t(`errors.${can.update}` as 'errors.forbidden');
  }
}

/** Out of the company, and back in. */
function Membership({ user, of }: { user: Access['user']; of: Access['companies'][number] }) {
  const { t } = useTranslation();
  const [isRunning, setRunning] = useState(false);
  const { remove, takeBack } = useMembership();
  const isIn = of.is_deleted === 0;
  const member = { id: user.id, name: user.name, company_id: of.company_id };
  const act = async () => {
    // It is asked about first, and whoever lets it be finds the button as it was.
    if (isIn) return remove([member]);
    setRunning(true);
    await takeBack([member]);
    setRunning(false);
  };
  const why = of.can.remove === true ? undefined : t(`errors.${of.can.remove}` as 'errors.forbidden');
  return (
    <WhyNot reason={why}>
      <Button
        variant="default"
        {...(isIn && !why ? { c: 'var(--p-danger)' } : {})}
        loading={isRunning}
        onClick={() => void act()}
      >
        {t(isIn ? 'member.remove' : 'member.take_back')}
      </Button>
    </WhyNot>
  );
}
