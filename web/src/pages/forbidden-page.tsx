import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import c from './message-page.module.css';

/** Where somebody is sent who may not see what they asked for. */
export function ForbiddenPage() {
  const { t } = useTranslation();
  usePageTitle(t('forbidden.title'));
  return (
    <main className={c.page}>
      <Empty isPage title={t('forbidden.title')} action={<ButtonLink to="/">{t('common.back_home')}</ButtonLink>}>
        {t('forbidden.text')}
      </Empty>
    </main>
  );
}
