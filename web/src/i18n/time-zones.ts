/** Names that calendars have given up and some browsers still list first. */
const renamed: Record<string, string> = { 'Europe/Kiev': 'Europe/Kyiv', 'Asia/Calcutta': 'Asia/Kolkata' };

export const deviceZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return renamed[timeZone] ?? timeZone;
};

/** Every zone the browser knows, and the one in use even if it does not list it. */
export function timeZones(inUse: string): string[] {
  const listed = Intl.supportedValuesOf('timeZone').map((zone) => renamed[zone] ?? zone);
  return [...new Set(['UTC', ...listed, inUse])].sort((a, b) => a.localeCompare(b));
}
