import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { aheadWithin } from '../../i18n/time.ts';
import { DeskLine } from '../../ui/announcement.tsx';

/** While days of grace last: when two-factor is owed, and the way to it. It stays until it is set up. */
export function DueTwoFactor() {
  const { t } = useTranslation();
  const { two_factor_due: due } = useSelf().user;
  if (due === null) return null;
  return (
    <DeskLine level="warning" end={<Link to="/security">{t('security.due_set_up')}</Link>}>
      {t('security.due', { when: aheadWithin(due) })}
    </DeskLine>
  );
}
