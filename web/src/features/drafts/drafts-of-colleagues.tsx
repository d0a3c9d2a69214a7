import { UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DraftOfColleague } from '#contract/drafts.ts';
import { formatWait, readTime } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './drafts-of-colleagues.module.css';

/** That a colleague has begun to write here, and a way to go on with it. */
export function DraftsOfColleagues(props: {
  drafts: readonly DraftOfColleague[];
  takeOver: (draftId: number) => void;
}) {
  const { t } = useTranslation();
  if (props.drafts.length === 0) return null;
  return (
    <ul className={c.drafts} aria-label={t('writing.drafts_of_others')}>
      {props.drafts.map((one) => (
        <li key={one.id}>
          <Icon of={IconPencil} size={14} />
          <span>
            {t(`writing.draft_by.${one.kind}`, { name: one.user.name, ago: formatWait(readTime(one.updated)) })}
          </span>
          <q className={c.line}>{one.line}</q>
          <UnstyledButton onClick={() => props.takeOver(one.id)}>{t('writing.take_over')}</UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
