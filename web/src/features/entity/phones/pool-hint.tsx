import { useTranslation } from 'react-i18next';
import { useSelf } from '../../../api/self.ts';
import { ButtonLink } from '../../../ui/link-parts.tsx';

/** Whoever runs the installation fills the pool: for them, the way there. */
export function PoolHint() {
  const { t } = useTranslation();
  const { user } = useSelf();
  if (user.is_operator !== 1) return null;
  return (
    <ButtonLink variant="default" to="/try-to-guess-url/admin/phones/create">
      {t('phones.fill_pool')}
    </ButtonLink>
  );
}
