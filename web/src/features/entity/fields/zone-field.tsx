import { calendars } from '#contract/calendars.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { useZoneChoices } from '../../../ui/use-zone-choices.ts';
import type { CustomFieldProps } from '../form-field.ts';
import c from './fields.module.css';
import { OpenNow } from './open-now.tsx';
import { asWeek } from './week-field.tsx';

/** Where the clock stands by which it opens, and what that makes of this moment. */
export function ZoneField({ name, label, value, onChange, error, values }: CustomFieldProps) {
  const zone = typeof value === 'string' ? value : '';
  const choices = useZoneChoices(zone || null);
  const { week, holidays } = calendars.fields;
  const hours = week.value.safeParse(asWeek(values.week));
  const closed = holidays.value.safeParse(values.holidays ?? []);
  const isWhole = zone !== '' && hours.success && closed.success;
  return (
    <div className={c.zone}>
      <SearchSelect
        name={name}
        label={label}
        {...choices}
        value={zone || null}
        error={error}
        onChange={(next) => onChange(next ?? '')}
      />
      <p aria-live="polite">
        {isWhole && <OpenNow of={{ time_zone: zone, week: hours.data, holidays: closed.data }} />}
      </p>
    </div>
  );
}
