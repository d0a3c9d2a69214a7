import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { toast } from '../../ui/toast.tsx';

const longMs = 20_000;

/** Says which companies cannot be reached from here, when that is or becomes so; nothing on the screen would tell. */
export function useClosedCompanies(): void {
  const { t } = useTranslation();
  const { closed_companies: closed, address } = useSelf();
  const names = closed.map((company) => company.company_name).join(', ');
  useEffect(() => {
    if (names === '') return;
    toast({
      status: 'warning',
      title: t('access.closed_title', { company: names }),
      text: t('access.closed_text', { address }),
      duration: longMs,
    });
  }, [names, address, t]);
}

/** And which of several companies its operators keep from working. */
export function useSuspendedCompanies(): void {
  const { t } = useTranslation();
  const { suspended_companies: suspended } = useSelf();
  const told = JSON.stringify(suspended);
  useEffect(() => {
    for (const { company_name: company, reason, contact } of JSON.parse(told) as typeof suspended)
      toast({
        status: 'warning',
        title: t('access.suspended_title', { company }),
        text: t('access.suspended_text', { reason, contact }),
        duration: longMs,
      });
  }, [told, t]);
}
