import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type LegalPage as Name, readLegalPage } from '#contract/legal.ts';
import { callQuery } from '../api/call.ts';
import { LanguageSwitch } from '../features/accounts/language-switch.tsx';
import { currentLanguage } from '../i18n/language.ts';
import { ButtonLink } from '../ui/link-parts.tsx';
import { Brand } from '../ui/mark.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Problem } from '../ui/problem.tsx';
import c from './legal-page.module.css';

/** The terms or the privacy policy: ours, the operator's own, or the way to where they are published. */
export function LegalPage({ page }: { page: Name }) {
  const { t } = useTranslation();
  usePageTitle(t(`legal.${page}`));
  const { data, error, refetch } = useQuery(callQuery(readLegalPage, { page, language: currentLanguage() }));
  return (
    <div className={c.page}>
      <header>
        <Brand />
        <LanguageSwitch />
      </header>
      <main className={c.text}>
        {data?.text == null && <h1>{t(`legal.${page}`)}</h1>}
        {error && <Problem error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height={320} />}
        {data?.text != null && <Markdown text={data.text} />}
        {data?.address != null && (
          <p>
            {t('legal.elsewhere')} <Anchor href={data.address}>{data.address}</Anchor>
          </p>
        )}
        <ButtonLink to="/" variant="default">
          {t('common.back_home')}
        </ButtonLink>
      </main>
    </div>
  );
}
