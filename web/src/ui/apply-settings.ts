import type { PersonSettings } from '#contract/settings.ts';
import { setTimeStyle } from '../i18n/time.ts';
import { switchSingleKeys } from './keys.ts';
import { setToastStyle } from './toast.tsx';

/**
 * What of a person's settings holds outside of React: how times read, where toasts stand, how close rows are,
 * and whether keys act by themselves.
 */
export function applySettings(settings: PersonSettings): void {
  setTimeStyle({
    timeZone: settings.time_zone ?? undefined,
    dateFormat: settings.date_format,
    clock: settings.clock,
  });
  setToastStyle({ position: settings.notification_position, durationMs: settings.notification_duration });
  switchSingleKeys(settings.single_keys === 1);
  document.documentElement.dataset.density = settings.density;
}
