import { type IdentityKind, identitiesMax } from '#contract/customers.ts';
import { emailValue } from '#contract/entity.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { readNumber } from '../phones/index.ts';
import { type CustomerRow, lockLivingCustomer, nameOf } from './customer-access.ts';
import { customerEvent } from './customer-events.ts';

export type IdentityName = { readonly kind: IdentityKind; readonly value: string };

/** Under which name of the kind `quidget` a browser is the customer's, and under which whoever a site vouches for. */
export const identityOfVisitor = (visitorId: number): string => `visitor ${visitorId}`;
export const identityOfSiteUser = (quidgetId: number, externalId: string): string => `${quidgetId} ${externalId}`;
/** The same of a row of `visitors`: whoever is vouched for, on whatever device. */
export const identityOfRow = sql.unsafe(`coalesce(v.quidget_id || ' ' || v.external_id, 'visitor ' || v.id)`);

type NewIdentity = IdentityName & { readonly typed: string | null };

/** Adds an address or a number, on the card where that has none or it is to be the one. Answers it as it is compared from now on. */
export function addIdentity(
  db: Database,
  the: { id: number; kind: 'email' | 'phone'; value: string; is_primary?: 0 | 1 | undefined },
  caller: Caller,
): Promise<{ value: string }> {
  const added = readIdentity(the.kind, the.value);
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await lockLivingCustomer(tx, the.id, caller);
    const isNew = await giveIdentity(tx, customer, added, caller, 'data.value');
    const before = customer[the.kind];
    // The first of its kind is the one they are answered by.
    const goesOnCard = (isNew && before === null) || (the.is_primary === 1 && !isOnCard(customer, added));
    if (!isNew && !goesOnCard) return { value: added.value };
    await requireRoomForIdentities(tx, customer.id, 'data.value');
    if (goesOnCard) await putOnCard(tx, customer, added);
    const gaveWay = goesOnCard && before !== null ? { before: { [the.kind]: before } } : {};
    await recordEvents(tx, [customerEvent(customer, caller, { ...gaveWay, after: { [the.kind]: added.value } })]);
    return { value: added.value };
  });
}

/** Once one more is there. Who came to more by a merge keeps them. */
export async function requireRoomForIdentities(tx: Tx, customerId: number, field: string): Promise<void> {
  const count = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from customer_identities where customer_id = ${customerId}`,
  );
  if ((count?.n ?? 0) > identitiesMax) throw new Problem('limit_reached', { field, values: { max: identitiesMax } });
}

/** As it is compared: an address in lower case, a number as E.164. What is none is refused. */
export function readIdentity(kind: 'email' | 'phone', typed: string): NewIdentity {
  if (kind === 'email') {
    const address = emailValue.safeParse(typed.trim());
    if (!address.success) throw new Problem('invalid_email', { field: 'data.value' });
    return { kind, value: address.data.toLowerCase(), typed: address.data };
  }
  const number = readNumber(typed);
  if (!number) throw new Problem('phone_invalid', { field: 'data.value' });
  return { kind, value: number.e164, typed: typed.trim() };
}

/** Makes it this customer's, known by the caller unless they wrote from it. False when it is already; refused when it is another's, whom a caller who sees them is told. */
export async function giveIdentity(
  tx: Tx,
  customer: Pick<CustomerRow, 'id' | 'company_id'>,
  { kind, value, typed }: NewIdentity,
  caller: Caller,
  field: string,
): Promise<boolean> {
  const made = await tx.run(
    sql`insert into customer_identities (company_id, kind, value, customer_id, typed, source, added_by, last_seen_at)
        select ${customer.company_id}::bigint, ${kind}::text, ${value}::text, ${customer.id}::bigint, ${typed}::text,
          case when wrote.at is null then 'person' else 'wrote' end, case when wrote.at is null then ${caller.userId}::bigint end, wrote.at
        from (select max(m.added) as at from tickets t join messages m on m.company_id = t.company_id and m.ticket_id = t.id
              where ${kind}::text = 'email' and t.company_id = ${customer.company_id} and t.customer_id = ${customer.id}
                and m.kind = 'inbound' and lower(m.from_address) = ${value}) wrote
        on conflict do nothing`,
  );
  if (made === 1) return true;
  const owner = await tx.row<CustomerRow>(
    sql`select c.id, c.first_name, c.last_name, c.email, c.phone from customer_identities i join customers c on c.id = i.customer_id
        where i.company_id = ${customer.company_id} and i.kind = ${kind} and i.value = ${value}`,
  );
  if (owner?.id === customer.id) return false;
  const isSeen = owner !== undefined && !caller.narrowed.has(customer.company_id);
  throw new Problem('identity_in_use', {
    field,
    values: { name: isSeen ? nameOf(owner) : '—', ...(isSeen ? { customer_id: owner.id } : {}) },
  });
}

/** Takes one off; one that is not theirs, or not any more, is off already. What is on the card gives way to the one that was heard of last. */
export function removeIdentity(db: Database, the: { id: number } & IdentityName, caller: Caller): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await lockLivingCustomer(tx, the.id, caller);
    const gone = await tx.run(
      sql`delete from customer_identities where customer_id = ${customer.id} and kind = ${the.kind} and value = ${the.value}`,
    );
    if (gone === 0) return;
    if (isOnCard(customer, the)) {
      const next = await tx.row<NewIdentity>(
        sql`select kind, value, typed from customer_identities where customer_id = ${customer.id} and kind = ${the.kind}
            order by last_seen_at desc nulls last, added desc, value limit 1`,
      );
      await putOnCard(tx, customer, next ?? { kind: the.kind, value: null, typed: null });
    }
    await recordEvents(tx, [customerEvent(customer, caller, { before: { [the.kind]: the.value } })]);
  });
}

export function makePrimary(db: Database, the: { id: number } & IdentityName, caller: Caller): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await lockLivingCustomer(tx, the.id, caller);
    const named = await tx.row<NewIdentity>(
      sql`select kind, value, typed from customer_identities where customer_id = ${customer.id} and kind = ${the.kind} and value = ${the.value}`,
    );
    if (!named) throw new Problem('not_found', { field: 'data.value' });
    if (isOnCard(customer, named) || (named.kind !== 'email' && named.kind !== 'phone')) return;
    await putOnCard(tx, customer, named);
    const detail = { before: { [named.kind]: customer[named.kind] }, after: { [named.kind]: named.value } };
    await recordEvents(tx, [customerEvent(customer, caller, detail)]);
  });
}

/** Whether it is the one on the card, however that is written there. */
export function isOnCard(card: Pick<CustomerRow, 'email' | 'phone'>, { kind, value }: IdentityName): boolean {
  if (kind === 'email') return card.email?.toLowerCase() === value;
  return kind === 'phone' && card.phone !== null && (readNumber(card.phone)?.e164 ?? card.phone) === value;
}

async function putOnCard(
  tx: Tx,
  customer: Pick<CustomerRow, 'id'>,
  { kind, value, typed }: { kind: IdentityKind; value: string | null; typed: string | null },
): Promise<void> {
  if (kind === 'email')
    await tx.run(sql`update customers set email = ${typed ?? value}, updated = now() where id = ${customer.id}`);
  if (kind === 'phone')
    await tx.run(sql`update customers set phone = ${value}, updated = now() where id = ${customer.id}`);
}

/** Notes that they wrote from these addresses just now. Whoever holds one at the moment does the same. */
export async function noteSeen(tx: Tx, companyId: number, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx.run(
    sql`update customer_identities i set last_seen_at = now() from (
          select kind, value from customer_identities where company_id = ${companyId} and kind = 'email' and value = any (${addresses}::text[])
            and (last_seen_at is null or last_seen_at < now() - interval '1 minute') order by value for no key update skip locked) s
        where i.company_id = ${companyId} and i.kind = s.kind and i.value = s.value`,
  );
}

/** Whom a letter of ours made known, or a call or a note by whoever wrote it down: who wrote it sees them, and they are known by it. */
export async function noteComposed(
  tx: Tx,
  companyId: number,
  { address, source }: { address: string; source: 'compose' | 'person' },
  caller: Caller,
): Promise<void> {
  await tx.run(
    sql`with composed as (
          update customer_identities set source = ${source}, added_by = ${caller.userId}
          where company_id = ${companyId} and kind = 'email' and value = ${address.toLowerCase()} and added = now() and added_by is null returning customer_id)
        update customers set added_by = ${caller.userId} where id in (select customer_id from composed) and added = now()`,
  );
}
