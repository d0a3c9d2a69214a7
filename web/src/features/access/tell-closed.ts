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
