import { atClock, dayMs, hourMs, minuteMs, momentOf, startOfDay, wallAt, weekdayOf } from './wall-clock.ts';

export const presetNames = ['later_today', 'this_evening', 'tomorrow', 'monday', 'next_week'] as const;
export type PresetName = (typeof presetNames)[number];
export type Preset = { readonly name: PresetName; readonly at: Date };

const laterHours = 3;
const eveningHour = 18;
export const morningHour = 9;

/**
 * What most want, in the order of time. Left out: what has passed, "later today" that would be tomorrow, and what is the
 * same moment as one before it (on a Sunday, Monday is tomorrow).
 */
export function presetsAt(now: Date, zone: string): Preset[] {
  const wall = wallAt(now, zone);
  const today = startOfDay(wall);
  const later = Math.ceil((now.getTime() + laterHours * hourMs) / minuteMs) * minuteMs;
  const untilMonday = 8 - weekdayOf(wall);
  const at = (day: number, hour: number) => momentOf(atClock(day, hour), zone);
  const all: Preset[] = [
    { name: 'later_today', at: new Date(later) },
    { name: 'this_evening', at: at(today, eveningHour) },
    { name: 'tomorrow', at: at(today + dayMs, morningHour) },
    { name: 'monday', at: at(today + untilMonday * dayMs, morningHour) },
    { name: 'next_week', at: at(today + 7 * dayMs, morningHour) },
  ];
  const isOffered = ({ name, at }: Preset) =>
    at > now && (name !== 'later_today' || startOfDay(wallAt(at, zone)) === today);
  const offered = all.filter(isOffered);
  return offered.filter((one, i) => !offered.slice(0, i).some((before) => before.at.getTime() === one.at.getTime()));
}

/** The time that was chosen last: itself while it lies ahead, else the next time the clock shows the same. */
export function againAt(last: Date, now: Date, zone: string): Date {
  if (last > now) return last;
  const clock = wallAt(last, zone) - startOfDay(wallAt(last, zone));
  const today = startOfDay(wallAt(now, zone));
  const soon = momentOf(today + clock, zone);
  return soon > now ? soon : momentOf(today + dayMs + clock, zone);
}
