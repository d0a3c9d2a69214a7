/** Names that calendars have given up and some browsers still say first. */
const renamed: Readonly<Record<string, string>> = { 'Europe/Kiev': 'Europe/Kyiv', 'Asia/Calcutta': 'Asia/Kolkata' };

/** A zone by the name it has now. */
export const zoneNamed = (zone: string): string => renamed[zone] ?? zone;

/** Whether an IANA name is one: `Europe/Kyiv`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // An offset is a zone to Intl and none to a calendar: it knows no summer.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
