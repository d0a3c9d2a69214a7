import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../ui/page-title.ts';
import { Problem } from '../ui/problem.tsx';
import c from './message-page.module.css';

/** Who is there could not be asked: the server is away, busy, or out of reach. Nothing is broken that would not pass. */
export function AwayPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  usePageTitle(t('problem.not_loaded'));
  return (
    <main className={c.page}>
      <Problem error={error} retry={() => void router.invalidate()} isPage />
    </main>
  );
}
