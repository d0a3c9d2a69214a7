import { useTranslation } from 'react-i18next';
import { Empty } from './empty.tsx';
import { ButtonLink } from './link-parts.tsx';
import { usePageTitle } from './page-title.ts';

/** What is said, wherever it is said, to whoever may not see what they asked for. */
export function NotAllowed() {
  const { t } = useTranslation();
  usePageTitle(t('forbidden.title'));
  return (
    <Empty isPage title={t('forbidden.title')} action={<ButtonLink to="/">{t('common.back_home')}</ButtonLink>}>
      {t('forbidden.text')}
    </Empty>
  );
}
