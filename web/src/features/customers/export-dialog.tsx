import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import type { CustomerCard } from './customer-queries.ts';
import { ExportPart } from './export-part.tsx';
import c from './forever.module.css';

/** Everything that is held about a person, as one file. */
export function ExportDialog({ card, close }: { card: CustomerCard; close: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog close={close} size={520} title={t('forever.export.title')}>
      <p className={c.quiet}>{t('forever.export.text')}</p>
      <ExportPart id={card.id} label={t('forever.export.do')} />
    </Dialog>
  );
}
