import { SegmentedControl, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { densities, themes } from '#contract/settings.ts';
import { useSelf } from '../../api/self.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { useChangeSettings } from '../../ui/use-change-settings.ts';
import { chosen } from './chosen.ts';
import c from './settings.module.css';

/** How the desk looks, and how letters end. */
export function PersonalizationPart({ signature }: { signature: ReactNode }) {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const change = useChangeSettings();
  return (
    <>
      <FormPart title={t('settings.look.title')}>
        <div className={formStyles.fields}>
          <div data-wide>
            <span className={c.label} id="theme-label">
              {t('account.theme')}
            </span>
            <SegmentedControl
              aria-labelledby="theme-label"
              data={themes.map((value) => ({ value, label: t(`account.themes.${value}`) }))}
              value={settings.theme}
              onChange={(value) => chosen(themes, value, (theme) => change({ theme }))}
            />
          </div>
          <div data-wide>
            <span className={c.label} id="density-label">
              {t('settings.look.density')}
            </span>
            <SegmentedControl
              aria-labelledby="density-label"
              data={densities.map((value) => ({ value, label: t(`settings.look.${value}`) }))}
              value={settings.density}
              onChange={(value) => chosen(densities, value, (density) => change({ density }))}
            />
            <p className={c.hint}>{t('settings.look.density_help')}</p>
          </div>
          <div data-wide>
            <Switch
              label={t('settings.look.single_keys')}
              description={t('settings.look.single_keys_help')}
              checked={settings.single_keys === 1}
              onChange={(event) => change({ single_keys: event.currentTarget.checked ? 1 : 0 })}
            />
          </div>
        </div>
      </FormPart>
      <FormPart
        title={t('settings.signature.title')}
        lead={t('settings.signature.lead', { example: '{{agent.name}}' })}
      >
        {signature}
      </FormPart>
    </>
  );
}
