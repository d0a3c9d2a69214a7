import { Anchor, Radio, SegmentedControl, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  afterSending,
  dateFormats,
  firstViews,
  languageNames,
  languages,
  undoSendSeconds,
} from '#contract/settings.ts';
import { useSelf } from '../../api/self.ts';
import { formatDate, timeIn } from '../../i18n/time.ts';
import { deviceZone } from '../../i18n/time-zones.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useChangeSettings } from '../../ui/use-change-settings.ts';
import { useZoneChoices } from '../../ui/use-zone-choices.ts';
import { chosen } from './chosen.ts';
import c from './settings.module.css';
import { SnoozePresetsPart } from './snooze-presets-part.tsx';

/** Language, times, and what happens after sending. Every choice holds at once. */
export function PreferencesPart() {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const change = useChangeSettings();
  const zone = settings.time_zone ?? deviceZone();
  const zones = useZoneChoices(zone);
  return (
    <>
      <FormPart title={t('settings.language.title')}>
        <div className={formStyles.fields}>
          <Select
            label={t('settings.language.field')}
            data={languages.map((code) => ({ value: code, label: languageNames[code].name }))}
            value={settings.language}
            onChange={(value) => chosen(languages, value, (language) => change({ language }))}
            allowDeselect={false}
          />
        </div>
      </FormPart>
      <FormPart title={t('settings.time.title')} lead={t('settings.time.lead')}>
        <div className={formStyles.fields}>
          <SearchSelect
            label={t('settings.time.zone')}
            nothingFoundMessage={t('settings.time.no_zone')}
            {...zones}
            value={zone}
            onChange={(value) => value && change({ time_zone: value })}
            styles={{ options: { maxHeight: 320 } }}
            renderOption={({ option }) => (
              <span className={c.zone}>
                <span>{option.value}</span>
                <time>{timeIn(option.value)}</time>
              </span>
            )}
            description={t('settings.time.now', { time: timeIn(zone) })}
          />
          <Select
            label={t('settings.time.date_format')}
            data={dateFormats.map((as) => ({ value: as, label: formatDate(new Date(), { as }) }))}
            value={settings.date_format}
            onChange={(value) => chosen(dateFormats, value, (date_format) => change({ date_format }))}
            allowDeselect={false}
          />
          {settings.time_zone !== null && settings.time_zone !== deviceZone() && (
            <p className={c.hint} data-wide>
              {t('settings.time.device', { zone: deviceZone() })}{' '}
              <Anchor
                component="button"
                type="button"
                fz={12}
                underline="always"
                onClick={() => change({ time_zone: deviceZone() })}
              >
                {t('settings.time.use_device')}
              </Anchor>
            </p>
          )}
          <div data-wide>
            <span className={c.label} id="clock-label">
              {t('settings.time.clock')}
            </span>
            <SegmentedControl
              aria-labelledby="clock-label"
              data={[
                { value: '24', label: t('settings.time.clock_24') },
                { value: '12', label: t('settings.time.clock_12') },
              ]}
              value={String(settings.clock)}
              onChange={(value) => change({ clock: value === '12' ? 12 : 24 })}
            />
          </div>
        </div>
      </FormPart>
      <FormPart title={t('settings.first_view.title')}>
        <div className={formStyles.fields}>
          <Select
            label={t('settings.first_view.field')}
            description={t('settings.first_view.help')}
            data={firstViews.map((value) => ({ value, label: t(`tickets.views.${value}`) }))}
            value={settings.first_view}
            onChange={(value) => chosen(firstViews, value, (first_view) => change({ first_view }))}
            allowDeselect={false}
          />
        </div>
      </FormPart>
      <SnoozePresetsPart />
      <FormPart title={t('settings.undo_send.title')} lead={t('settings.undo_send.lead')}>
        <SegmentedControl
          aria-label={t('settings.undo_send.title')}
          data={undoSendSeconds.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('settings.undo_send.off') : t('settings.undo_send.seconds', { count: seconds }),
          }))}
          value={String(settings.undo_send_seconds)}
          onChange={(value) => {
            const undo_send_seconds = undoSendSeconds.find((one) => String(one) === value);
            if (undo_send_seconds !== undefined) change({ undo_send_seconds });
          }}
        />
      </FormPart>
      <FormPart title={t('settings.after_sending.title')} lead={t('settings.after_sending.lead')}>
        <Radio.Group
          aria-label={t('settings.after_sending.title')}
          value={settings.after_sending}
          onChange={(value) => chosen(afterSending, value, (after_sending) => change({ after_sending }))}
        >
          <Stack gap={8}>
            {afterSending.map((one) => (
              <Radio key={one} value={one} label={t(`settings.after_sending.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
      </FormPart>
    </>
  );
}
