import { IconCalendarTime } from '@tabler/icons-react';
import { calendars } from '#contract/calendars.ts';
import { deviceZone } from '../../../i18n/time-zones.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { HolidaysField, holidayWords } from '../fields/holidays-field.tsx';
import { OpenNow } from '../fields/open-now.tsx';
import { usualWeek, WeekField, weekWords } from '../fields/week-field.tsx';
import { ZoneField } from '../fields/zone-field.tsx';
import { byCompany } from '../list-filter.ts';

export const declaration = declare(calendars, {
  icon: IconCalendarTime,
  defaultSort: 'name',
  title: (row) => row.name,
  filters: [byCompany],
  start: { time_zone: deviceZone(), week: usualWeek, holidays: [] },
  columns: [
    { name: 'name', sort: 'name', cell: (row) => <b>{row.name}</b> },
    { name: 'now', cell: (row) => <OpenNow of={row} />, onPhone: 'second' },
    { name: 'zone', cell: (row) => row.time_zone, isDim: true, onPhone: 'top' },
    companyColumn({ onPhone: 'after' }),
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [
    {
      part: 'general',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        { name: 'name', kind: 'text', isWide: true },
        { name: 'time_zone', kind: 'custom', isWide: true, render: (props) => <ZoneField {...props} />, show: String },
      ],
    },
    {
      part: 'week',
      fields: [
        { name: 'week', kind: 'custom', isWide: true, render: (props) => <WeekField {...props} />, show: weekWords },
      ],
    },
    {
      part: 'holidays',
      fields: [
        {
          name: 'holidays',
          kind: 'custom',
          isWide: true,
          render: (props) => <HolidaysField {...props} />,
          show: holidayWords,
        },
      ],
    },
  ],
});
