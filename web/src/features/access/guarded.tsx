import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivilegeKey } from '#contract/privileges.ts';
import { useMay } from '../../api/self.ts';
import { Empty } from '../../ui/empty.tsx';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

/** A screen for who may see it; to others it says so instead of looking empty. */
export function Guarded({ by, companyId, children }: { by: PrivilegeKey; companyId?: number; children: ReactNode }) {
  return useMay(by, companyId) ? children : <NotAllowed />;
}

function NotAllowed() {
  const { t } = useTranslation();
  usePageTitle(t('access.not_allowed_title'));
  return (
    <Empty
      isPage
      title={t('access.not_allowed_title')}
      action={<ButtonLink to="/">{t('common.back_home')}</ButtonLink>}
    >
      {t('access.not_allowed_text')}
    </Empty>
  );
}
