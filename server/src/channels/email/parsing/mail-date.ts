/**
 * Reads a Date header (RFC 5322 3.3, with the obsolete forms of 4.3) as ISO 8601 in UTC; null when it is no date. A
 * missing zone means UTC, whatever zone this machine is in.
 */
export function readMailDate(header: string | null): string | null {
  const match = mailDate.exec((header ?? '').slice(0, dateLengthMax));
  if (!match) return readIsoDate(header);
  const [, day, monthName = '', yearText = '', hour, minute, second, zone = ''] = match;
  const month = months.indexOf(monthName.toLowerCase());
  if (month === -1) return null;
  return toIso(
    Date.UTC(fullYear(yearText), month, Number(day), Number(hour), Number(minute), Number(second ?? 0)) -
      zoneOffset(zone),
  );
}

const dateLengthMax = 200;
const mailDate =
  /(\d{1,2})[\s-]{1,5}([A-Za-z]{3})[a-z]{0,6}[.,]?[\s-]{1,5}(\d{2,4}),?\s{1,5}(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d{1,9})?\s{0,5}([+-]\d{2}:?\d{2}|[A-Za-z]{1,5})?/;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function readIsoDate(header: string | null): string | null {
  const match = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?/.exec(
    header?.slice(0, dateLengthMax) ?? '',
  );
  if (!match) return null;
  return toIso(Date.parse(match[0].replace(' ', 'T') + (match[1] ? '' : 'Z')));
}

/** Two and three digits as RFC 5322 4.3 reads them. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return text.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}

const namedZones: Record<string, number> = { edt: -4, est: -5, cdt: -5, cst: -6, mdt: -6, mst: -7, pdt: -7, pst: -8 };

function zoneOffset(zone: string): number {
  const numeric = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!numeric) return (namedZones[zone.toLowerCase()] ?? 0) * 3_600_000;
  const minutes = Number(numeric[2]) * 60 + Number(numeric[3]);
  return (numeric[1] === '-' ? -1 : 1) * minutes * 60_000;
}

/** Years beyond four digits would be no date to a database. */
function toIso(time: number): string | null {
  if (Number.isNaN(time)) return null;
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : null;
}
