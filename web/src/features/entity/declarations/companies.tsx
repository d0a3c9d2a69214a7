import { IconBuilding } from '@tabler/icons-react';
import i18next from 'i18next';
import { companies, isNameTooLong, laterNameMax, logoAnswer, missingLists } from '#contract/companies.ts';
import { isApiError } from '../../../api/problem.ts';
import { send } from '../../../api/send.ts';
import { CompanyLogo, logoUrl } from '../../../ui/company-logo.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { DayTime } from '../../../ui/day-time.tsx';
import { declare } from '../declaration.ts';
import { IpListField } from '../fields/ip-list-field.tsx';
import { textOf } from '../form-values.ts';
import { initialsOf } from '../suggestions.ts';

export const declaration = declare(companies, {
  icon: IconBuilding,
  defaultSort: 'company_name',
  title: (row) => row.company_name,
  companyOf: (row) => row.id,
  leadsTo: 'products',
  columns: [
    {
      name: 'name',
      sort: 'company_name',
      cell: (row) => (
        <>
          <CompanyLogo of={row} /> <b>{row.company_name}</b>
        </>
      ),
    },
    { name: 'prefix', sort: 'case_prefix', cell: (row) => row.case_prefix, onPhone: 'end' },
    { name: 'url', cell: (row) => row.url, isDim: true, onPhone: 'second' },
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [
    {
      part: 'general',
      fields: [
        {
          name: 'logo',
          kind: 'image',
          isWide: true,
          isOnlyEdit: true,
          isCropped: true,
          upload: uploadLogo,
          address: (logo) => logoUrl(logo, 256),
        },
        { name: 'company_name', kind: 'text' },
        { name: 'case_prefix', kind: 'text', suggest: { from: 'company_name', make: initialsOf } },
        { name: 'url', kind: 'address', isWide: true },
      ],
    },
    {
      part: 'remote-access',
      fields: [
        { name: 'restrict_remote_access', kind: 'flag', isWide: true, isOnlyEdit: true },
        {
          name: 'ipsList',
          kind: 'custom',
          isWide: true,
          isOnlyEdit: true,
          render: (props) => <IpListField {...props} />,
          show: String,
        },
        { name: 'subnets', kind: 'lines', isWide: true, isOnlyEdit: true },
      ],
    },
    { part: 'push', fields: [{ name: 'push_preview', kind: 'flag', isWide: true, isOnlyEdit: true }] },
  ],
  whatIsWrong(values, row) {
    const access = {
      restrict_remote_access: Number(values.restrict_remote_access),
      ...{ ipsList: textOf(values.ipsList), subnets: textOf(values.subnets) },
    };
    return {
      ...(isNameTooLong(textOf(values.company_name).trim(), row.company_name)
        ? { company_name: i18next.t('errors.too_long', { max: laterNameMax }) }
        : {}),
      ...Object.fromEntries(missingLists(access).map((name) => [name, i18next.t('errors.required')])),
    };
  },
  /** Whoever would shut themselves out is asked first. */
  async insist(error, who) {
    if (!isApiError(error, 'would_lock_you_out')) return null;
    const isMeant = await confirm({
      title: i18next.t('access.remote.lock_title'),
      text: i18next.t('access.remote.lock_text', { address: who.address }),
      action: i18next.t('access.remote.lock'),
      danger: true,
    });
    return isMeant ? { lock_me_out: 1 } : null;
  },
});

async function uploadLogo(picture: Blob, _values: object, id: number | null): Promise<string> {
  const form = new FormData();
  form.append('file', picture, 'picture');
  const { data } = await send(`companies/${id}/logo`, { body: form });
  return logoAnswer.parse(data).logo;
}
