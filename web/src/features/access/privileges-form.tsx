import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changePrivileges } from '#contract/privileges.ts';
import { call } from '../../api/call.ts';
import { mayDo, refetchSelf, useSelf } from '../../api/self.ts';
import { FormPage, FormPart } from '../../ui/form-page.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { useStable } from '../../ui/use-stable.ts';
import { privilegesQuery } from './access-queries.ts';
import {
  cellName,
  changesOf,
  defaultOf,
  lockOf,
  type MatrixValues,
  nouns,
  type Privileges,
  valuesOf,
} from './matrix-values.ts';
import { PrivilegeMatrix } from './privilege-matrix.tsx';
import { RolePreview } from './role-preview.tsx';
import { TwoFactorRoles } from './two-factor-roles.tsx';

type Company = { id: number; company_name: string };

/** Which role may do what in a company. */
export function PrivilegesForm({ company, of, header }: { company: Company; of: Privileges; header: ReactNode }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const level = who.roles.find((role) => role.company_id === company.id)?.level ?? 0;
  const asking = {
    level,
    mayChange: of.can_change,
    may: (key: `${string}.${string}`) => mayDo(who, key, company.id),
  };
  const saved = useSavedForm<MatrixValues, void>({
    saved: valuesOf(of),
    validate: () => ({}),
    save: async (values, changed) => {
      const changes = changesOf(values, changed, of);
      if (changes.length > 0) await call(changePrivileges, { company_id: company.id, changes });
      await client.invalidateQueries(privilegesQuery(company.id));
      await refetchSelf(client);
    },
    onSaved: () => {
      toast({ status: 'success', title: t('saved.updated') });
    },
    onProblem: (error) => toastError(t('saved.not_updated'), error),
    isReadOnly: !of.can_change,
  });
  const { values } = saved.form;
  const set = useStable((name: string, value: 0 | 1) => saved.form.setFieldValue(name, value));
  const resettable = of.roles.flatMap((role) =>
    nouns.flatMap(({ keys }) =>
      keys.flatMap((key) => {
        const name = cellName(role.name, key);
        const value = values[name] ?? 0;
        return value !== defaultOf(role, key) && !lockOf(asking, role.name, key, value)
          ? [{ name, usual: defaultOf(role, key) }]
          : [];
      }),
    ),
  );
  return (
    <FormPage
      title={company.company_name}
      back={{ to: '/$entity/search', params: { entity: 'companies' } }}
      header={header}
      saved={saved}
      saveLabel={t('form.save')}
      isNew={false}
      isReadOnly={!of.can_change}
      aside={<RolePreview values={values} />}
      extra={
        resettable.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => saved.form.setValues(Object.fromEntries(resettable.map((one) => [one.name, one.usual])))}
          >
            {t('access.reset_all', { count: resettable.length })}
          </Button>
        )
      }
    >
      <FormPart title={t('access.rights')} lead={t('access.rights_lead')}>
        <PrivilegeMatrix
          of={of}
          values={values}
          lock={(role, key, value) => lockOf(asking, role, key, value)}
          set={set}
        />
      </FormPart>
      <TwoFactorRoles companyId={company.id} of={of} level={level} />
    </FormPage>
  );
}
