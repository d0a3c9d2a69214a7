import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/self.ts';
import c from '../../ui/part-tabs.module.css';
import { usePartInSight } from '../../ui/use-part-in-sight.ts';

export const companyParts = ['general', 'calendars', 'remote-access', 'privileges', 'archive'] as const;
export type CompanyPart = (typeof companyParts)[number];

const partWords = {
  general: 'general',
  calendars: 'calendars',
  'remote-access': 'remote_access',
  privileges: 'privileges',
  archive: 'archive',
} as const;

/** The parts of a company's settings; the chosen one is the hash. */
export function CompanyTabs({ id, on }: { id: number; on: CompanyPart }) {
  const { t } = useTranslation();
  const isShown = {
    general: true,
    calendars: true,
    'remote-access': true,
    privileges: useMay('privileges.get', id),
    archive: useMay('companies.export', id),
  };
  return (
    <nav ref={usePartInSight(on)} className={c.tabs} aria-label={t('access.parts.label')}>
      {companyParts
        .filter((part) => isShown[part])
        .map((part) => (
          <Link
            key={part}
            to="/companies/$id/edit"
            params={{ id }}
            hash={part}
            replace
            activeOptions={{ includeHash: true }}
            aria-current={part === on ? 'page' : undefined}
          >
            {t(`access.parts.${partWords[part]}`)}
          </Link>
        ))}
    </nav>
  );
}
