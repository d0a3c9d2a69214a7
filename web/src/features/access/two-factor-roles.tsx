import { Select, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { graceDaysMax, requireTwoFactor, roleLevels } from '#contract/privileges.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/confirm.tsx';
import { FormPart } from '../../ui/form-page.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { privilegesQuery } from './access-queries.ts';
import type { Privileges, RolePrivileges } from './matrix-values.ts';
import c from './two-factor-roles.module.css';

const namedMax = 5;
const graceDays = [0, 1, 3, 7, 14, graceDaysMax];
/** What they get to begin with. */
const usualGraceDays = 7;

/** Of whom two-factor is asked, and how long they may take to set it up. Whoever is without it is named first. */
export function TwoFactorRoles({ companyId, of, level }: { companyId: number; of: Privileges; level: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (the: { role: RolePrivileges; is_required: 0 | 1; grace_days: number }) => {
      const { name: role, is_two_factor_required: is_required, two_factor_grace_days: grace_days } = the.role;
      return call(requireTwoFactor, { company_id: companyId, ...the, role, seen: { is_required, grace_days } });
    },
    onSuccess: () => toast({ status: 'success', title: t('saved.updated') }),
    onError: (error) => toastError(t('saved.not_updated'), error),
    onSettled: () => client.invalidateQueries(privilegesQuery(companyId)),
  });
  const ask = async (role: RolePrivileges, isOn: boolean) => {
    const names = namesOf(role);
    const isMeant =
      !isOn ||
      role.without_two_factor.length === 0 ||
      (await confirm({
        title: t('access.two_factor.ask_title'),
        text: t('access.two_factor.ask_text', { names, count: usualGraceDays }),
        action: t('access.two_factor.ask'),
      }));
    if (isMeant) change.mutate({ role, is_required: isOn ? 1 : 0, grace_days: isOn ? usualGraceDays : 0 });
  };
  const isFixed = (role: RolePrivileges) => !of.can_change || roleLevels[role.name] > level || change.isPending;
  const graceText = (days: number) =>
    days === 0 ? t('access.two_factor.at_once') : t('access.two_factor.grace', { count: days });
  const namesOf = ({ without_two_factor: all }: RolePrivileges) =>
    all
      .slice(0, namedMax)
      .map((one) => one.name)
      .join(', ') + (all.length > namedMax ? ' …' : '');
  return (
    <FormPart title={t('access.two_factor.title')} lead={t('access.two_factor.lead')}>
      <div className={c.roles}>
        {of.roles.map((role) => (
          <div key={role.name} className={c.role}>
            <Switch
              label={t(`access.roles.${role.name}`)}
              description={
                role.people === 0
                  ? t('access.two_factor.nobody')
                  : role.without_two_factor.length === 0
                    ? t('access.two_factor.all_have_it')
                    : t('access.two_factor.without', { names: namesOf(role), count: role.without_two_factor.length })
              }
              checked={role.is_two_factor_required === 1}
              disabled={isFixed(role)}
              onChange={(event) => void ask(role, event.currentTarget.checked)}
            />
            {role.is_two_factor_required === 1 && (
              <Select
                aria-label={t('access.two_factor.grace_of', { role: t(`access.roles.${role.name}`) })}
                allowDeselect={false}
                data={daysToChoose(role).map((days) => ({ value: String(days), label: graceText(days) }))}
                value={String(role.two_factor_grace_days)}
                disabled={isFixed(role)}
                onChange={(days) => change.mutate({ role, is_required: 1, grace_days: Number(days) })}
              />
            )}
          </div>
        ))}
      </div>
    </FormPart>
  );
}

/** An API client may have chosen another number. */
const daysToChoose = ({ two_factor_grace_days: days }: RolePrivileges): number[] =>
  [...new Set([...graceDays, days])].toSorted((a, b) => a - b);
