import { useState } from 'react';
import { timeZones } from '../i18n/time-zones.ts';

/** The choices of a select of time zones: the one in use, and all four hundred as soon as somebody comes to it. */
export function useZoneChoices(inUse: string | null) {
  const [isNear, come] = useState(false);
  return { data: isNear ? timeZones(inUse ?? 'UTC') : inUse ? [inUse] : [], onFocus: () => come(true) };
}
