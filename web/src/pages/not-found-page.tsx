import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import c from './message-page.module.css';

export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t('not_found.title'));
  return (
    <main className={c.page}>
      <Empty isPage title={t('not_found.title')} action={<ButtonLink to="/">{t('common.back_home')}</ButtonLink>}>
        {t('not_found.text')}
      </Empty>
    </main>
  );
}
