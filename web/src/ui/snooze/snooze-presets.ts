import { minutesOf } from '#contract/business-hours.ts';
import type { PersonSettings } from '#contract/settings.ts';
import { dayOfWork, type Times } from './read-when.ts';
import { dayMs, hourMs, minuteMs, momentOf, startOfDay, type Wall, wallAt, weekdayOf } from './wall-clock.ts';

export const presetNames = ['later_today', 'this_evening', 'tomorrow', 'monday', 'next_week'] as const;
export type PresetName = (typeof presetNames)[number];
export type Preset = { readonly name: PresetName; readonly at: Date };

const laterHours = 3;

export function workingTimesOf({ morning, evening, days }: PersonSettings['snooze_presets']): Times {
  return { morning: minutesOf(morning), evening: minutesOf(evening), days };
}

/**
 * What most want, in the order of time, and never on a day off: tomorrow and Monday are left out where they are one, and what
 * is in a week waits for the next day of work. Left out as well: what has passed, "later today" that would be tomorrow, and
 * what goes by another name already (on a Sunday Monday is tomorrow, on a Monday the next one is in a week).
 */
export function presetsAt(now: Date, zone: string, { morning, evening, days }: Times): Preset[] {
  const wall = wallAt(now, zone);
  const today = startOfDay(wall);
  const later = Math.ceil((now.getTime() + laterHours * hourMs) / minuteMs) * minuteMs;
  const tomorrow = today + dayMs;
  const inAWeek = today + 7 * dayMs;
  const monday = today + (8 - weekdayOf(wall)) * dayMs;
  const isWorked = (day: Wall) => days.includes(weekdayOf(day));
  const at = (day: Wall, minutes: number) => momentOf(day + minutes * minuteMs, zone);
  const all: Preset[] = [
    { name: 'later_today', at: new Date(later) },
    { name: 'this_evening', at: at(today, evening) },
    ...(isWorked(tomorrow) ? [{ name: 'tomorrow', at: at(tomorrow, morning) } as const] : []),
    ...(isWorked(monday) && monday < inAWeek ? [{ name: 'monday', at: at(monday, morning) } as const] : []),
    { name: 'next_week', at: at(dayOfWork(inAWeek, days), morning) },
  ];
  const isOffered = ({ name, at }: Preset) =>
    at > now && (name !== 'later_today' || startOfDay(wallAt(at, zone)) === today);
  // Late in the day the evening comes before what is in some hours.
  const offered = all.filter(isOffered).sort((one, other) => one.at.getTime() - other.at.getTime());
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
