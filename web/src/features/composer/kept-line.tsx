import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewLetter } from '#contract/new-letters.ts';
import { formatDayTime, formatTime } from '../../i18n/time.ts';
import c from './compose.module.css';
import type { KeptWhere } from './use-new-letter.ts';

/** When what stands here was last kept, and where. */
export function KeptLine({ of }: { of: KeptWhere }) {
  const { t } = useTranslation();
  if (!of) return null;
  if (of.where === 'failed')
    return (
      <span className={c.kept} data-bad role="alert">
        {t('compose.not_kept')}
      </span>
    );
  return (
    <span className={c.kept} role="status">
      {of.where === 'here' ? t('compose.kept_here') : t('compose.kept', { time: formatTime(new Date(of.at)) })}
    </span>
  );
}

/** Another machine of the same person has written into it meanwhile: one of the two stays, and which is theirs to say. */
export function OtherMachine({ of, settle }: { of: NewLetter; settle: (which: 'mine' | 'other') => void }) {
  const { t } = useTranslation();
  return (
    <div className={c.notice} role="alert">
      <span>
        <b>{t('compose.elsewhere.title')}</b>
        {t('compose.elsewhere.text', { time: formatDayTime(of.updated), line: of.line || of.subject })}
      </span>
      <Button size="xs" variant="default" onClick={() => settle('other')}>
        {t('compose.elsewhere.take')}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={() => settle('mine')}>
        {t('compose.elsewhere.keep')}
      </Button>
    </div>
  );
}
