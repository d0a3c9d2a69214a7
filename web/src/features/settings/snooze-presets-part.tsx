import { Checkbox, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type PersonSettings, weekdays } from '#contract/settings.ts';
import { type Self, selfQuery, useSelf } from '../../api/self.ts';
import { currentLocale } from '../../i18n/language.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { useChangeSettings } from '../../ui/use-change-settings.ts';
import { ClockTime } from './clock-time.tsx';
import c from './settings.module.css';

type Presets = PersonSettings['snooze_presets'];

/** What Snooze and Send later offer, and what is meant by a morning there. */
export function SnoozePresetsPart() {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const client = useQueryClient();
  const changeSettings = useChangeSettings();
  const presets = settings.snooze_presets;
  const isLast = presets.days.length === 1;
  // A time is kept as its field is left, often by the very click on a day: each builds on what was chosen last.
  const change = (what: (before: Presets) => Partial<Presets>) => {
    const before = client.getQueryData<Self | null>(selfQuery.queryKey)?.settings.snooze_presets ?? presets;
    changeSettings({ snooze_presets: { ...before, ...what(before) } });
  };
  return (
    <FormPart title={t('settings.snooze.title')} lead={t('settings.snooze.lead')}>
      <div className={formStyles.fields}>
        {(['morning', 'evening'] as const).map((end) => (
          <ClockTime
            key={`${end} ${presets[end]}`}
            label={t(`settings.snooze.${end}`)}
            value={presets[end]}
            onChange={(time) => change(() => ({ [end]: time }))}
          />
        ))}
        <div data-wide>
          <span className={c.label} id="working-days-label">
            {t('settings.snooze.days')}
          </span>
          <Group gap={16} role="group" aria-labelledby="working-days-label">
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                label={nameOf(day)}
                checked={presets.days.includes(day)}
                disabled={isLast && presets.days.includes(day)}
                onChange={(event) => {
                  const { checked } = event.currentTarget;
                  change(({ days }) => ({
                    days: weekdays.filter((one) => (one === day ? checked : days.includes(one))),
                  }));
                }}
              />
            ))}
          </Group>
        </div>
      </div>
    </FormPart>
  );
}

/** `Mon`. The fourth of January 2026 was a Sunday. */
const nameOf = (day: number) =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 4 + day));
