import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, speak } from '../../i18n/language.ts';
import { Brand } from '../../ui/mark.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import c from './door.module.css';
import { TwoSides } from './two-sides.tsx';

/** The frame of every signed-out page: the form on the left, what Parley is on the right. */
export function Door({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <div className={c.page}>
      <main className={c.left}>
        <header>
          <Brand />
          <LanguageSwitch />
        </header>
        <div className={c.box}>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
          {children}
        </div>
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

/** Names the language it leads to, in that language, so that whoever needs it can read it. */
function LanguageSwitch() {
  const { t } = useTranslation();
  const other = currentLanguage() === 'en' ? 'ua' : 'en';
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      lang={other === 'ua' ? 'uk' : 'en'}
      onClick={() => void speak(other)}
    >
      {t(`language.${other}`)}
    </Button>
  );
}
