import { isTimeZone, zoneNamed } from '#contract/time-zones.ts';

export const deviceZone = (): string => zoneNamed(new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Every zone the browser knows, and the one in use even if it does not list it. */
export function timeZones(inUse: string): string[] {
  const listed = Intl.supportedValuesOf('timeZone').map(zoneNamed);
  return [...new Set(['UTC', ...listed, inUse])].sort((a, b) => a.localeCompare(b));
}

/** A zone whose time this browser can tell: some are younger than it is, and whoever says where they are may say anything. */
export function knownZone<Z extends { name: string }>(zone: Z | null): Z | null {
  if (!zone) return null;
  const isKnown = known.get(zone.name) ?? isTimeZone(zone.name);
  known.set(zone.name, isKnown);
  return isKnown ? zone : null;
}
/** A browser takes milliseconds to find out. */
const known = new Map<string, boolean>();
