import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { WhyNot } from '../../ui/why-not.tsx';
import { Bar } from './paused-bar.tsx';

export type Restoring = { readonly may: boolean; readonly restore: () => void };

/** A ticket in the trash answers nobody until it is out again. */
export default function InTrash({ may, restore }: Restoring) {
  const { t } = useTranslation();
  return (
    <Bar icon={IconTrash} look="calm">
      <span>{t('composer.in_trash')}</span>
      <WhyNot reason={may ? undefined : t('why_not.role')}>
        <Button size="compact-sm" variant="default" onClick={restore}>
          {t('tickets.act.restore')}
        </Button>
      </WhyNot>
    </Bar>
  );
}
