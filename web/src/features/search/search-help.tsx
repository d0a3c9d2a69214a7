import { CloseButton, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchOperatorNames } from '#contract/search-query.ts';
import { useSelf } from '../../api/self.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { Icon } from '../../ui/icon.tsx';
import { forgetSearch, recentSearches } from '../../ui/recent-searches.ts';
import c from './search.module.css';
import { operatorName } from './suggest.ts';

/** Before anything is typed: what was looked for last, and how one looks. */
export function SearchHelp({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const [recent, setRecent] = useState(() => recentSearches(user.id));
  const language = currentLanguage() === 'ua' ? 'uk' : 'en';
  return (
    <div className={c.help}>
      {recent.length > 0 && (
        <section>
          <h2>{t('search.recent')}</h2>
          <ul>
            {recent.map((text) => (
              <li key={text} className={c.recent}>
                <UnstyledButton data-result onClick={() => onChoose(text)}>
                  <Icon of={IconHistory} size={16} />
                  <span>{text}</span>
                </UnstyledButton>
                <CloseButton
                  size={28}
                  aria-label={t('search.forget', { text })}
                  onClick={() => {
                    forgetSearch(user.id, text);
                    setRecent(recentSearches(user.id));
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{t('search.how')}</h2>
        <p>{t('search.how_text')}</p>
        <ul className={c.operators}>
          {searchOperatorNames.map((one) => (
            <li key={one}>
              <UnstyledButton data-result onClick={() => onChoose(`${operatorName(one, language)}:`)}>
                <code>{operatorName(one, language)}:</code>
                <span className={c.hint}>{t(`search.operators.${one}`)}</span>
              </UnstyledButton>
            </li>
          ))}
          <li>
            <code>#4318</code>
            <span className={c.hint}>{t('search.by_number')}</span>
          </li>
          <li>
            <code>-</code>
            <span className={c.hint}>{t('search.without')}</span>
          </li>
        </ul>
      </section>
    </div>
  );
}
