import { Button } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Bar } from './paused-bar.tsx';

/** Another machine of the same person has written something else here: neither is dropped without being offered. */
export function OtherVersion({ take, dismiss }: { take: () => void; dismiss: () => void }) {
  const { t } = useTranslation();
  return (
    <Bar icon={IconDevices} look="calm">
      {t('writing.other_version.text')}
      <Button size="compact-xs" variant="default" onClick={take}>
        {t('writing.other_version.take')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={dismiss}>
        {t('writing.other_version.dismiss')}
      </Button>
    </Bar>
  );
}
