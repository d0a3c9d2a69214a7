import { MultiSelect, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tags } from '#contract/tags.ts';
import { users } from '#contract/users.ts';
import { rowsQuery } from '../../api/rows.ts';

type Choice<T> = { companyId: number; value: T; onChange: (value: T) => void };

/** Of a company, by name, for a select. */
function useNamed(of: typeof users | typeof tags, companyId: number): { value: string; label: string }[] {
  const { data } = useQuery({
    ...rowsQuery(of, {
      fields: ['id', 'name'],
      conditions: [
        ['company_id', '=', companyId],
        ['is_deleted', '=', 0],
      ],
      sort: [['name', 'asc']],
      range: [0, 100],
    }),
    enabled: companyId > 0,
  });
  return (data?.rows ?? []).map((one) => ({ value: String(one.id), label: one.name }));
}

export function AssigneeChoice({ companyId, value, onChange }: Choice<number | null>) {
  const { t } = useTranslation();
  const people = useNamed(users, companyId);
  return (
    <NativeSelect
      label={t('tickets.context.assignee')}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
      data={[{ value: '', label: t('tickets.ticket.unassigned') }, ...people]}
    />
  );
}

export function TagsChoice({ companyId, value, onChange }: Choice<number[]>) {
  const { t } = useTranslation();
  return (
    <MultiSelect
      label={t('tags.title')}
      searchable
      hidePickedOptions
      data={useNamed(tags, companyId)}
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
    />
  );
}
