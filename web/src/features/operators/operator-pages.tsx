import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import list from '../../ui/list-page.module.css';
import c from './operator-pages.module.css';

/** The hidden pages lead to each other, and nothing else leads to them, but what tells operators alone that something of theirs is missing. */
export function OperatorPages() {
  const { t } = useTranslation();
  return (
    <nav className={`${list.segments} ${c.pages}`} aria-label={t('operators.pages.label')}>
      <Link to="/try-to-guess-url/admin/companies">{t('operators.pages.companies')}</Link>
      <Link to="/try-to-guess-url/admin/health">{t('operators.pages.health')}</Link>
      <Link to="/try-to-guess-url/admin/announcements">{t('operators.pages.announcements')}</Link>
      <Link to="/try-to-guess-url/admin/accounts/unlock">{t('operators.pages.unlock')}</Link>
      <Link to="/try-to-guess-url/admin/promocode/make">{t('operators.pages.promo')}</Link>
      <Link to="/try-to-guess-url/admin/phones/create">{t('operators.pages.phones')}</Link>
    </nav>
  );
}
