import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty.tsx';
import { Shell } from '../ui/shell.tsx';

export function TicketPage() {
  const { t } = useTranslation();
  return (
    <Shell section="tickets" bare>
      <Empty title={t('shell.tickets')} />
    </Shell>
  );
}
