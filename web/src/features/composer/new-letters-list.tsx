import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { myNewLetters } from '#contract/new-letters.ts';
import { callQuery } from '../../api/call.ts';
import { formatDay } from '../../i18n/time.ts';
import c from './compose.module.css';
import { LetterWords, WaitingActs } from './waiting-letter.tsx';

type Props = {
  /** What is open already. */
  openId: string | null;
  onOpen: (clientId: string) => void;
};

/** Letters that are half-written, and those that wait for their time; on whatever machine they were begun. */
export function NewLettersList({ openId, onOpen }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(myNewLetters, {}));
  const letters = data?.letters ?? [];
  const drafts = letters.filter((one) => one.state === 'draft');
  // The open one has its own place.
  const waiting = letters.filter((one) => one.state !== 'draft' && one.client_id !== openId);
  return (
    <div className={c.lists}>
      <section aria-label={t('compose.drafts.title')}>
        <h2>
          {t('compose.drafts.title')} {drafts.length > 0 && <span>{drafts.length}</span>}
        </h2>
        {data && drafts.length === 0 && <p className={c.hint}>{t('compose.drafts.none')}</p>}
        <ul>
          {drafts.map((one) => (
            <li key={one.client_id}>
              <button
                type="button"
                className={c.draft}
                aria-current={one.client_id === openId || undefined}
                onClick={() => onOpen(one.client_id)}
              >
                <LetterWords of={one} />
                <small className={c.when}>{formatDay(one.updated)}</small>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {waiting.length > 0 && (
        <section aria-label={t('compose.waiting.title')}>
          <h2>
            {t('compose.waiting.title')} <span>{waiting.length}</span>
          </h2>
          <ul>
            {waiting.map((one) => (
              <li key={one.client_id} className={c.waiting}>
                <LetterWords of={one} />
                <WaitingActs of={one} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
