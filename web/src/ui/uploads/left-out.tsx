import { ActionIcon } from '@mantine/core';
import { IconAlertCircle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import c from './attachment-list.module.css';
import type { LeftOut } from './use-uploads.ts';

const namesMax = 3;

/** Says which files or folders were not taken, and why. */
export function LeftOutFiles({ leftOut, onClose }: { leftOut: LeftOut; onClose: () => void }) {
  const { t } = useTranslation();
  const { folders, tooMany, max } = leftOut;
  const named = (names: readonly string[]) => {
    const first = names.slice(0, namesMax).join(', ');
    const count = names.length - namesMax;
    return count > 0 ? t('composer.file.and_more', { names: first, count }) : first;
  };
  return (
    <div className={c.leftOut} role="alert">
      <Icon of={IconAlertCircle} size={16} />
      <div>
        {tooMany.length > 0 && <p>{t('composer.file.too_many', { max, names: named(tooMany) })}</p>}
        {folders.length > 0 && <p>{t('composer.file.folders', { names: named(folders) })}</p>}
      </div>
      <ActionIcon size={24} aria-label={t('common.close')} onClick={onClose}>
        <Icon of={IconX} size={14} />
      </ActionIcon>
    </div>
  );
}
