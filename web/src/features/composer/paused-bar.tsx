import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../i18n/time.ts';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import c from './paused-bar.module.css';
import type { ThreadLetter } from './use-seen-letters.ts';

const shownMax = 3;

/** Says that the sending was stopped, by what, and lets the writer decide. */
export function PausedBar(the: { letters: readonly ThreadLetter[]; sendAnyway: () => void; review: () => void }) {
  const { t } = useTranslation();
  return (
    <Bar icon={IconHandStop} look="slow">
      <div className={c.words} role="alert">
        <b>{t('writing.paused.title')}</b>
        <ul className={c.list}>
          {the.letters.slice(0, shownMax).map((one) => (
            <li key={one.id}>
              {t('writing.paused.line', { who: one.author.name, time: formatTime(one.added) })}{' '}
              <q>{one.body_text.replace(/\s+/g, ' ').trim().slice(0, 200)}</q>
            </li>
          ))}
          {the.letters.length > shownMax && (
            <li>{t('writing.paused.more', { count: the.letters.length - shownMax })}</li>
          )}
        </ul>
      </div>
      <Button size="compact-sm" variant="default" onClick={the.review}>
        {t('writing.paused.review')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={the.sendAnyway}>
        {t('writing.paused.send_anyway')}
      </Button>
    </Bar>
  );
}

/** A line between the recipients and the text, about this message alone. */
export function Bar({ icon, look, children }: { icon: Glyph; look: 'calm' | 'slow'; children: ReactNode }) {
  return (
    <div className={c.bar} data-look={look}>
      <Icon of={icon} size={16} />
      {children}
    </div>
  );
}
