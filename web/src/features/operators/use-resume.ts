import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type OperatedCompany, resumeCompany } from '#contract/operated-companies.ts';
import { call } from '../../api/call.ts';
import type { useAskPassword } from '../../ui/ask-password.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { toast, toastError } from '../../ui/toast.tsx';

/** Lets a company work again, once somebody has said that they mean it. */
export function useResume(run: ReturnType<typeof useAskPassword>['run']) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const resuming = useMutation({
    mutationFn: (of: OperatedCompany) => run(() => call(resumeCompany, { company_id: of.id })),
    onSuccess: async (done, of) => {
      if (!done) return;
      toast({ status: 'success', title: t('operators.companies.resumed', { company: of.company_name }) });
      await client.invalidateQueries({ queryKey: ['operated-companies'] });
    },
    onError: (error) => toastError(t('operators.companies.not_resumed'), error),
  });
  return async (of: OperatedCompany) => {
    const isSure = await confirm({
      title: t('operators.companies.resume_title', { company: of.company_name }),
      text: t('operators.companies.resume_text'),
      action: t('operators.companies.resume'),
    });
    if (isSure) resuming.mutate(of);
  };
}
