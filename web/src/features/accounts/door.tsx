import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { legalPages } from '#contract/legal.ts';
import { Brand } from '../../ui/mark.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useFocusIfLost } from '../../ui/use-focus-if-lost.ts';
import c from './door.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { TwoSides } from './two-sides.tsx';

/** Null while the browser has just loaded the page: the first one begins at its own top. */
let doorBefore: string | null = null;

/** The frame of every signed-out page: the form on the left, what Parley is on the right. */
export function Door({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  usePageTitle(title);
  const heading = useFocusIfLost<HTMLHeadingElement>(title, doorBefore);
  useEffect(() => {
    doorBefore = title;
  }, [title]);
  return (
    <div className={c.page}>
      <main className={c.left}>
        <header>
          <Brand />
          <LanguageSwitch />
        </header>
        <div className={c.box}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p>{lead}</p>}
          {children}
        </div>
        <footer>
          {legalPages.map((page) => (
            // In a tab of its own: what was typed here stays.
            <a key={page} href={`${import.meta.env.BASE_URL}${page}`} target="_blank" rel="noreferrer">
              {t(`legal.${page}`)}
            </a>
          ))}
        </footer>
      </main>
      <aside className={c.right} aria-label={t('door.about')}>
        <TwoSides />
        <p>
          {t('door.slogan')}
          <small>{t('door.slogan_more')}</small>
        </p>
      </aside>
    </div>
  );
}
