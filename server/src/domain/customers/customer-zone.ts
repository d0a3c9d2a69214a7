import { localTime } from '#contract/business-hours.ts';
import type { CustomerZone } from '#contract/customers.ts';
import { zoneNamed } from '#contract/time-zones.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { readNumber } from '../phones/index.ts';
import type { CustomerRow } from './customer-access.ts';

/** By which a customer's clock goes, from what is surest: what the team wrote down, their browser, the country of their number. */
export async function zoneOf(
  tx: Tx,
  customer: Pick<CustomerRow, 'id' | 'company_id' | 'time_zone' | 'phone'>,
): Promise<CustomerZone | null> {
  if (customer.time_zone !== null) return { name: zoneNamed(customer.time_zone), source: 'person' };
  const seen = await tx.row<{ time_zone: string }>(
    sql`select v.time_zone from visitors v where v.company_id = ${customer.company_id} and v.time_zone is not null
          and v.customer_id = any (array(select id from customers where merged_into = ${customer.id}) || ${customer.id}::bigint)
        order by v.last_seen_at desc limit 1`,
  );
  if (seen) return { name: seen.time_zone, source: 'chat' };
  const name = customer.phone === null ? undefined : zoneOfNumber(customer.phone);
  return name === undefined ? null : { name, source: 'phone' };
}

/** Of a number's country, where the clocks of the whole country show one time; undefined where one cannot know. */
export function zoneOfNumber(phone: string, now = new Date()): string | undefined {
  const country = readNumber(phone)?.country;
  return country ? zoneOfCountry(country, now) : undefined;
}

/** By law the whole country goes by it, though lists of zones know another one. */
const lawful: Readonly<Record<string, string>> = { UA: 'Europe/Kyiv', CN: 'Asia/Shanghai' };

/** What Node knows and the types of this year do not. */
type WithZones = Intl.Locale & { readonly getTimeZones?: () => readonly string[] | undefined };

function zoneOfCountry(country: string, now: Date): string | undefined {
  const region: WithZones = new Intl.Locale('und', { region: country });
  const zones = region.getTimeZones?.() ?? [];
  const [first] = zones;
  const clocks = (zone: string) => halves(now).map((at) => localTime(zone, at));
  const isOne = first !== undefined && zones.every((zone) => String(clocks(zone)) === String(clocks(first)));
  const known = lawful[country] ?? (isOne ? first : undefined);
  return known && zoneNamed(known);
}

/** A moment of each half of the year: summer time is kept in either. */
const halves = (now: Date): number[] => [Date.UTC(now.getUTCFullYear(), 0, 1), Date.UTC(now.getUTCFullYear(), 6, 1)];
