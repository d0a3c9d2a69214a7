import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportCompany } from '#contract/company-archives.ts';
import { call } from '../../api/call.ts';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { BarOfList, FormPart, formStyles } from '../../ui/form-page.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import c from './archive.module.css';
import { ImportCompany } from './import-company.tsx';

/** A company as a file, and back; `jobs` shows what is under way and what can be fetched. */
export function CompanyArchive(props: {
  company: { id: number; company_name: string };
  header: ReactNode;
  jobs: ReactNode;
}) {
  const { company, header, jobs } = props;
  const { t } = useTranslation();
  usePageTitle(company.company_name);
  const password = useAskPassword(t('archive.password_lead'));
  const client = useQueryClient();
  const news = () => client.invalidateQueries({ queryKey: ['jobs'] });
  const exporting = useMutation({
    mutationFn: () =>
      password.run(() => call(exportCompany, { company_id: company.id, request_id: crypto.randomUUID() })),
    onSuccess: async (asked) => {
      if (!asked) return;
      toast({ status: 'success', title: t('archive.export_asked') });
      await news();
    },
    onError: (error) => toastError(t('archive.export_failed'), error),
  });
  return (
    <div className={formStyles.page}>
      <BarOfList title={company.company_name} back={{ to: '/$entity/search', params: { entity: 'companies' } }} />
      <div className={formStyles.body}>
        <div>
          {header}
          <FormPart title={t('archive.export_title')} lead={t('archive.export_lead')}>
            <div className={c.actions}>
              <Button loading={exporting.isPending} onClick={() => exporting.mutate()}>
                {t('archive.export_action')}
              </Button>
            </div>
          </FormPart>
          <FormPart title={t('archive.import_title')} lead={t('archive.import_lead')}>
            <ImportCompany companyId={company.id} run={password.run} onAsked={() => void news()} />
          </FormPart>
          <div className={c.jobs}>{jobs}</div>
        </div>
      </div>
      {password.dialog}
    </div>
  );
}
