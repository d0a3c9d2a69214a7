import { IconAlertCircle, IconCloudOff, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './composer.module.css';
import type { DraftState } from './use-draft.ts';

/** When what stands here was last kept; it stands in the free end of the tabs' line. */
export function SavedLine({
  draft,
  isFilled,
  isTooLong,
}: {
  draft: DraftState;
  isFilled: boolean;
  isTooLong: boolean;
}) {
  const { t } = useTranslation();
  if (draft.where === 'failed') {
    return (
      <span className={c.saved} data-bad role="alert">
        <Icon of={IconAlertCircle} size={14} />
        {t(isTooLong ? 'composer.draft_too_long' : 'composer.draft_not_saved')}
      </span>
    );
  }
  if (isFilled && draft.where === 'here') {
    return (
      <span className={c.saved} role="status">
        <Icon of={IconCloudOff} size={14} />
        {t('writing.draft_here')}
      </span>
    );
  }
  if (!isFilled || draft.savedAt === null) return null;
  return (
    <span className={c.saved}>
      <Icon of={IconPencil} size={14} />
      {t('composer.draft_saved', { time: formatTime(new Date(draft.savedAt)) })}
    </span>
  );
}
