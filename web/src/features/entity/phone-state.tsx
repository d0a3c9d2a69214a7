import { useTranslation } from 'react-i18next';
import { HealthDot } from '../../ui/small-parts.tsx';

const connected = 1;

/** Whether calls reach somebody now (SPEC section 3: 1 connected, 2 disconnected). */
export function PhoneState({ of }: { of: number }) {
  const { t } = useTranslation();
  return of === connected ? (
    <HealthDot level="ok">{t('people.phone.connected')}</HealthDot>
  ) : (
    <HealthDot level="idle">{t('people.phone.disconnected')}</HealthDot>
  );
}
