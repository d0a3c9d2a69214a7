import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { isTimeZone, zoneNamed } from '#contract/time-zones.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { identityOfSiteUser, identityOfVisitor, splitName } from '../customers/index.ts';
import type { Asking } from './find-visitor.ts';

/** What visitors said of themselves before their first message. It proves nothing. */
export type Said = { readonly name: string; readonly email: string; readonly phone: string };
export type Device = {
  readonly userAgent: string;
  readonly country: string | null;
  readonly language: QuidgetLanguage;
  /** What the browser says, which may be none. */
  readonly timeZone: string | undefined;
  /** What the page claims to know of them. */
  readonly attributes: Readonly<Record<string, string>>;
  /** To what the form asks consent for. */
  readonly agrees: boolean;
};

export type Known = { readonly visitorId: number; readonly customerId: number; readonly customerName: string };

/** First half of the advisory lock `(this, hash of the token)`: whoever writes for the first time does so once. */
const firstWordLock = 1_886_544_046;

type Row = { id: number; customer_id: number };

const nameless: Record<QuidgetLanguage, string> = { en: 'Visitor', ua: 'Відвідувач' };
const madeUpName = (language: QuidgetLanguage, visitorId: number): string => `${nameless[language]} ${visitorId}`;

/**
 * The visitor who shows this token, locked; made, with a customer of their own, when they write for the first time. An
 * address that was typed is nobody's proof, so it joins them to nobody: the desk suggests whom they may be. Whoever the
 * site vouches for is the customer they were on their other devices.
 */
export async function knowVisitor(tx: Tx, asking: Asking, said: Said, device: Device): Promise<Known> {
  const { quidget, tokenHash, externalId } = asking;
  // The same first message may come twice at once.
  await tx.run(sql`select pg_advisory_xact_lock(${firstWordLock}, hashtext(encode(${tokenHash}, 'hex')))`);
  const known = await tx.row<Row>(
    sql`select id, customer_id from visitors where quidget_id = ${quidget.id} and token_hash = ${tokenHash} for update`,
  );
  if (known) return welcomeBack(tx, known, asking, said, device);
  const drawn = await tx.row<{ visitor_id: number }>(
    sql`select nextval(pg_get_serial_sequence('visitors', 'id')) as visitor_id`,
  );
  if (!drawn) throw new Error('no id was drawn');
  const visitorId = Number(drawn.visitor_id);
  const customerId = await customerOf(tx, visitorId, asking, said, device);
  await tx.run(
    sql`insert into visitors (id, company_id, quidget_id, token_hash, customer_id, external_id, name, email, phone, language, time_zone, user_agent, country, attributes, agreed_at)
        overriding system value
        values (${visitorId}, ${quidget.company_id}, ${quidget.id}, ${tokenHash}, ${customerId}, ${externalId}, ${said.name}, ${said.email}, ${said.phone},
          ${device.language}, ${zoneOf(device)}, ${device.userAgent.slice(0, 300)}, ${device.country}, ${JSON.stringify(device.attributes)}::jsonb, case when ${device.agrees} then now() end)`,
  );
  return { visitorId, customerId, customerName: await nameOf(tx, customerId) };
}

/**
 * Whoever wrote without a name is whom their site says from now on, also if they only read: what they wrote is shown to nobody
 * who signs in at the same browser after them. Of two who sign in at once it is the first one's.
 */
export async function claimVisitor(tx: Tx, asking: Asking): Promise<void> {
  const { quidget, tokenHash } = asking;
  const known = await tx.row<Row>(
    sql`select id, customer_id from visitors where quidget_id = ${quidget.id} and token_hash = ${tokenHash} and external_id is null for update`,
  );
  const nothing = { name: '', email: '', phone: '' };
  if (known) await welcomeBack(tx, known, asking, nothing, { attributes: {}, agrees: false, timeZone: undefined });
}

async function welcomeBack(
  tx: Tx,
  known: Row,
  { quidget, externalId }: Asking,
  said: Said,
  device: Pick<Device, 'attributes' | 'agrees' | 'timeZone'> & Partial<Device>,
): Promise<Known> {
  const { attributes, agrees, language = null, userAgent = '', country = null } = device;
  const living = await tx.row<{ id: number }>(
    sql`select coalesce(merged_into, id) as id from customers where id = ${known.customer_id}`,
  );
  const customerId =
    (externalId === null
      ? undefined
      : await siteUser(tx, quidget.company_id, identityOfSiteUser(quidget.id, externalId))) ??
    living?.id ??
    known.customer_id;
  // What is said of them now stands in the place of what was: joined with it, whoever says other names each time would fill the row.
  await tx.run(
    sql`update visitors set last_seen_at = now(), agreed_at = coalesce(agreed_at, case when ${agrees} then now() end), customer_id = ${customerId}, attributes = coalesce(nullif(${JSON.stringify(attributes)}::jsonb, '{}'), attributes), external_id = coalesce(external_id, ${externalId}), time_zone = coalesce(${zoneOf(device)}, time_zone),
          language = coalesce(${language}, language), user_agent = coalesce(nullif(${userAgent.slice(0, 300)}, ''), user_agent), country = coalesce(${country}, country),
          name = coalesce(nullif(${said.name}, ''), name), email = coalesce(nullif(${said.email}, ''), email), phone = coalesce(nullif(${said.phone}, ''), phone)
        where id = ${known.id}`,
  );
  if (externalId !== null)
    await claimIdentity(tx, quidget.company_id, identityOfSiteUser(quidget.id, externalId), customerId);
  await fillCard(tx, quidget.company_id, customerId, said);
  return { visitorId: known.id, customerId, customerName: await nameOf(tx, customerId) };
}

async function customerOf(
  tx: Tx,
  visitorId: number,
  { quidget, externalId }: Asking,
  said: Said,
  { language }: Device,
): Promise<number> {
  const companyId = quidget.company_id;
  const value = externalId === null ? identityOfVisitor(visitorId) : identityOfSiteUser(quidget.id, externalId);
  const before = externalId === null ? undefined : await siteUser(tx, companyId, value);
  if (before !== undefined) {
    await fillCard(tx, companyId, before, said);
    return before;
  }
  const { first, last } = splitName(said.name);
  const made = await tx.row<{ id: number }>(
    sql`insert into customers (company_id, first_name, last_name, email, phone, language)
        values (${companyId}, ${first === '' && last === '' ? madeUpName(language, visitorId) : first}, ${last}, ${said.email || null}, ${said.phone || null}, ${language})
        returning id`,
  );
  if (!made) throw new Error('insert answered no row');
  await claimIdentity(tx, companyId, value, made.id);
  await recordEvents(tx, [
    { companyId, entity: 'customers', action: 'created', entityId: made.id, actor: systemActor },
  ]);
  return made.id;
}

const zoneOf = ({ timeZone }: Pick<Device, 'timeZone'>): string | null =>
  timeZone && isTimeZone(timeZone) ? zoneNamed(timeZone) : null;

const siteUser = async (tx: Tx, companyId: number, value: string): Promise<number | undefined> =>
  (
    await tx.row<{ id: number }>(
      sql`select coalesce(c.merged_into, c.id) as id from customer_identities i join customers c on c.id = i.customer_id
          where i.company_id = ${companyId} and i.kind = 'quidget' and i.value = ${value}`,
    )
  )?.id;

async function claimIdentity(tx: Tx, companyId: number, value: string, customerId: number): Promise<void> {
  await tx.run(
    sql`insert into customer_identities (company_id, kind, value, customer_id) values (${companyId}, 'quidget', ${value}, ${customerId}) on conflict do nothing`,
  );
}

/** What the card does not know yet; what somebody wrote there stays. A name that we made up is nobody's word. */
async function fillCard(tx: Tx, companyId: number, customerId: number, said: Said): Promise<void> {
  if (said.name === '' && said.email === '' && said.phone === '') return;
  const { first, last } = splitName(said.name);
  const madeUp = Object.values(nameless).map((word) => sql`${word}::text || ' ' || v.id`);
  const isNameless = sql`(${first + last} <> '' and c.last_name = '' and exists (select from visitors v
    where v.company_id = c.company_id and v.customer_id = c.id and c.first_name in (${sql.join(madeUp)})))`;
  const filled = await tx.run(
    sql`update customers c set email = coalesce(email, nullif(${said.email}, '')), phone = coalesce(phone, nullif(${said.phone}, '')), updated = now(),
          first_name = case when ${isNameless} then ${first} else first_name end, last_name = case when ${isNameless} then ${last} else last_name end
        where id = ${customerId} and ((email is null and ${said.email} <> '') or (phone is null and ${said.phone} <> '') or ${isNameless})`,
  );
  if (filled === 0) return;
  await recordEvents(tx, [
    { companyId, entity: 'customers', action: 'updated', entityId: customerId, actor: systemActor },
  ]);
}

async function nameOf(tx: Tx, customerId: number): Promise<string> {
  const row = await tx.row<{ name: string }>(
    sql`select trim(first_name || ' ' || last_name) as name from customers where id = ${customerId}`,
  );
  return row?.name ?? '';
}

/** What the page says of its visitor, in place of what it said before. */
export async function noteAttributes(tx: Tx, visitorId: number, attributes: Device['attributes']): Promise<void> {
  await tx.run(sql`update visitors set attributes = ${JSON.stringify(attributes)}::jsonb where id = ${visitorId}`);
  // Desks look again at the tickets of whoever has moved. Others lock several visits by their ids as well.
  await tx.run(
    sql`update visits set moved_at = clock_timestamp() where id in (select id from visits where visitor_id = ${visitorId} and is_here order by id for update)`,
  );
}
