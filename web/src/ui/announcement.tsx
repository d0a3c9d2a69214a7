import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '#contract/announcements.ts';
import c from './announcement.module.css';
import { Icon } from './icon.tsx';

type Said = Pick<Announcement, 'text_en' | 'text_uk' | 'level'>;

/** One line of the operators, in the language of whoever reads it. Without `putAway` it is a preview. */
export function AnnouncementLine({ of, putAway }: { of: Said; putAway?: () => void }) {
  const { t, i18n } = useTranslation();
  const end = putAway && (
    <ActionIcon size={28} c="inherit" aria-label={t('notices.put_away')} onClick={putAway}>
      <Icon of={IconX} size={16} />
    </ActionIcon>
  );
  return (
    <DeskLine level={of.level} end={end}>
      {i18n.language === 'uk' ? of.text_uk : of.text_en}
    </DeskLine>
  );
}

/** A line above the desk. */
export function DeskLine(props: { level: Said['level']; end?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const isGrave = props.level === 'warning';
  return (
    <div className={c.line} data-level={props.level}>
      <Icon of={isGrave ? IconAlertTriangle : IconInfoCircle} size={16} />
      <span>
        {isGrave && <span className="sr">{t('notices.warning')} </span>}
        {props.children}
      </span>
      {props.end}
    </div>
  );
}
