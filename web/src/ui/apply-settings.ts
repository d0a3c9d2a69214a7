import type { PersonSettings } from '#contract/settings.ts';
import { setTimeStyle } from '../i18n/time.ts';
import { setToastStyle } from './toast.tsx';

/** What of a person's settings holds outside of React: how times read, where toasts stand, how close rows are. */
export function applySettings(settings: PersonSettings): void {
  setTimeStyle({
    timeZone: settings.time_zone ?? undefined,
    dateFormat: settings.date_format,
    clock: settings.clock,
  });
  setToastStyle({ position: settings.notification_position, durationMs: settings.notification_duration });
  document.documentElement.dataset.density = settings.density;
}
