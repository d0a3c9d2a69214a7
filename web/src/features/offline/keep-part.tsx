import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../ui/form-page.tsx';
import { canKeepDesk } from './desk-worker.ts';
import { turnKeepsHere, useKeepsHere } from './keeps-here.ts';

/** What is true of this device alone. */
export function KeepPart() {
  const { t } = useTranslation();
  const isOn = useKeepsHere();
  return (
    <FormPart title={t('offline.part')} lead={t('offline.part_lead')}>
      <Switch
        label={t('offline.keep')}
        description={t(canKeepDesk() ? 'offline.keep_help' : 'offline.needs_https')}
        checked={isOn}
        onChange={(event) => turnKeepsHere(event.currentTarget.checked)}
      />
    </FormPart>
  );
}
