import { forgetSaid } from '#domain/audit/index.ts';
import { forgetUploads } from '#domain/csv/index.ts';
import { type ErasureRow, type Known, plus, type Stage, sealOf, stages } from '#domain/customers/index.ts';
import { forgetMails } from '#domain/inbound-mails/index.ts';
import { forgetJobs } from '#domain/jobs/index.ts';
import { ownAddresses } from '#domain/mailboxes/index.ts';
import { forgetAttachments } from '#domain/messages/index.ts';
import {
  cameFromThem,
  countWritten,
  eraseLettersElsewhere,
  eraseTickets,
  recipientsWithout,
} from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { names } from './who-is-named.ts';

type Counts = Record<string, number>;
/** What a stretch took away, and behind which row the next begins; null: the stage is done. */
type Stretch = { readonly counts: Counts; readonly after: number | null };
type Person = Required<Known>;
type Work = (tx: Tx, row: ErasureRow, known: Person, after: number) => Promise<Stretch>;

const ticketsPerStretch = 10;
const rowsPerStretch = 2000;

/**
 * One stretch of an erasure, in the transaction that holds its row: what went and how far it is become true together, so
 * whoever is killed leaves nothing half done. Answers whether it was the last.
 */
export async function eraseSome(tx: Tx, secrets: Secrets, row: ErasureRow): Promise<boolean> {
  const { known, at } = row;
  if (!known) throw new Error('an erasure that is not done has forgotten whom it is about');
  const stage = at.stage ?? stages[0];
  const person = await whoTheyAre(tx, row.company_id, known);
  const { counts: more, after } = await works[stage](tx, row, person, at.after ?? 0);
  const counts = plus(row.counts, more);
  const next = after === null ? stages[stages.indexOf(stage) + 1] : stage;
  if (next) {
    const to = after === null ? { stage: next } : { stage: next, after };
    await tx.run(
      sql`update customer_erasures set counts = ${JSON.stringify(counts)}::jsonb, at = ${JSON.stringify(to)}::jsonb where id = ${row.id}`,
    );
    return false;
  }
  await tx.run(
    sql`update customer_erasures set counts = ${JSON.stringify(counts)}::jsonb, at = '{}', known = null, done_at = now(), seal = ${sealOf(secrets, { ...row, counts })} where id = ${row.id}`,
  );
  const { company_id: companyId, customer_id: entityId } = row;
  await recordEvents(tx, [{ companyId, entity: 'customers', action: 'updated', entityId, actor: systemActor }]);
  return true;
}

/**
 * Without the addresses of our own mailboxes, which are on everything that was ever written, whoever has them on their card.
 * An erasure from before holds whatever was typed as well: what is another customer's is left alone.
 */
async function whoTheyAre(tx: Tx, companyId: number, known: Known): Promise<Person> {
  const ours = new Set(await ownAddresses(tx, companyId));
  const others = known.partners
    ? []
    : await tx.rows<{ value: string }>(
        sql`select value from customer_identities where company_id = ${companyId} and value = any (${known.addresses}::text[])`,
      );
  for (const { value } of others) ours.add(value);
  const addresses = known.addresses.filter((one) => !ours.has(one));
  const noEnd = { message: Number.MAX_SAFE_INTEGER, mail: Number.MAX_SAFE_INTEGER };
  return { ...known, addresses, partners: known.partners ?? [], until: known.until ?? noEnd };
}

const works: Record<Stage, Work> = {
  async tickets(tx, { company_id }, { ids }) {
    const some = await tx.rows<{ id: number }>(
      sql`select id from tickets where company_id = ${company_id} and customer_id = any (${ids}::bigint[]) and erased_at is null order by id limit ${ticketsPerStretch}`,
    );
    if (some.length === 0) return { counts: {}, after: null };
    const erased = await eraseTickets(
      tx,
      company_id,
      some.map((one) => one.id),
      ids,
    );
    return { counts: erased, after: 0 };
  },

  async letters(tx, { company_id }, known, after) {
    const { end, erased } = await eraseLettersElsewhere(tx, company_id, known, { after, limit: rowsPerStretch });
    return { counts: erased, after: end };
  },

  /** Entries of the mail log that led to no ticket, or to one of somebody else. */
  async mails(tx, { company_id }, known, after) {
    const { end, isLast } = await stretchOf(tx, 'inbound_mails', 'id', company_id, after);
    const mails = await forgetMails(
      tx,
      sql`company_id = ${company_id} and id > ${after} and id <= ${end} and id < ${known.until.mail} and lower(from_address) = any (${known.addresses}::text[])
            and not exists (select from messages m where m.company_id = inbound_mails.company_id and m.id = inbound_mails.message_id and not (${cameFromThem(known)}))`,
    );
    return { counts: { mails }, after: isLast ? null : end };
  },

  /** What colleagues are writing to them, or about to send. */
  async letters_begun(tx, row, known, after) {
    const { within, next } = await begunIn(tx, 'new_letters', row, after);
    const theirs = sql`${within} and customer_id = any (${known.ids}::bigint[])`;
    const files = await forgetAttachments(tx, sql`new_letter_id in (select id from new_letters where ${theirs})`);
    const letters = await tx.rows<{ state: string }>(sql`delete from new_letters where ${theirs} returning state`);
    await takeOutOf(tx, 'new_letters', within, row, known);
    return { counts: { ...countWritten(letters), files }, after: next };
  },

  async drafts_begun(tx, row, known, after) {
    const { within, next } = await begunIn(tx, 'drafts', row, after);
    await takeOutOf(tx, 'drafts', within, row, known);
    return { counts: {}, after: next };
  },

  /** Of the log of what happened. */
  async said(tx, row, known, after) {
    const { company_id } = row;
    const { end, isLast } = await stretchOf(tx, 'events', 'position', company_id, after);
    await tx.run(
      sql`update events set detail = null where company_id = ${company_id} and position > ${after} and position <= ${end}
            and at <= ${askedAt(row)} and detail is not null and ${names('detail::text', known)}`,
    );
    return { counts: {}, after: isLast ? null : end };
  },

  /** Of the audit trail. */
  async told(tx, row, known, after) {
    const { company_id, customer_id } = row;
    await forgetSaid(tx, company_id, { entity: 'customers', ids: [...known.ids, customer_id] });
    const { end, isLast } = await stretchOf(tx, 'audit_entries', 'number', company_id, after);
    const entries = await tx.run(
      sql`update audit_entries set title = null, detail = null, salt = null, erased_at = now()
          where chain = ${company_id} and number > ${after} and number <= ${end} and at <= ${askedAt(row)} and erased_at is null
            and ${names(`coalesce(title, '') || ' ' || coalesce(detail::text, '')`, known)}`,
    );
    return { counts: { audit_entries: entries }, after: isLast ? null : end };
  },

  async rest(tx, { company_id }, known) {
    const { ids, addresses, names: called } = known;
    await tx.run(
      sql`update notifications set who = '' where company_id = ${company_id} and (lower(who) = any (${addresses}::text[]) or who = any (${called}::text[]))`,
    );
    await tx.run(
      sql`delete from auto_replies where company_id = ${company_id} and lower(address) = any (${addresses}::text[])`,
    );
    // Letters that say whom something came from: what they said is gone once they are sent or given up, but for the subject.
    // Those that still wait lose theirs then. They say no company: one to a person who never worked here is another's.
    await tx.run(
      sql`update system_mails set subject = '' where state <> 'queued' and ${names('subject', known)}
            and not exists (select from users u where lower(u.email) = lower(to_address)
              and not exists (select from roles r where r.user_id = u.id and r.company_id = ${company_id}))`,
    );
    await forgetJobs(
      tx,
      sql`company_id = ${company_id} and kind = 'customer-export' and (input->>'id')::bigint = any (${ids}::bigint[])`,
    );
    // Files that may hold them, which nobody can look into here: they are asked for again.
    await forgetJobs(
      tx,
      sql`company_id = ${company_id} and ended is not null
          and (kind = 'company-export' or (entity = 'customers' and kind in ('csv-export', 'csv-check', 'csv-import')))
          and (${names('input::text', known)} or exists (select from job_parts p where p.company_id = jobs.company_id and p.job_id = jobs.id))`,
    );
    await forgetUploads(tx, company_id, 'customers');
    await tx.run(sql`delete from search_customers where customer_id = any (${ids}::bigint[])`);
    return { counts: {}, after: null };
  },
};

/** As the database has it. What was begun or said since is of whoever has their address, or is called as they were, now. */
const askedAt = ({ id }: ErasureRow) => sql`(select asked_at from customer_erasures where id = ${id})`;

/** A stretch of what colleagues are writing, and behind which row the next begins. */
async function begunIn(tx: Tx, table: 'new_letters' | 'drafts', { company_id }: ErasureRow, after: number) {
  const { end, isLast } = await stretchOf(tx, table, 'id', company_id, after);
  return {
    within: sql`company_id = ${company_id} and id > ${after} and id <= ${end}`,
    next: isLast ? null : end,
  };
}

/** Their addresses, out of the recipients of what was being written to others as well. */
async function takeOutOf(tx: Tx, table: 'new_letters' | 'drafts', within: Sql, row: ErasureRow, known: Person) {
  await tx.run(
    sql`update ${sql.unsafe(table)} set recipients = (select jsonb_object_agg(key, ${recipientsWithout('value', known)}) from jsonb_each(recipients))
        where ${within} and added <= ${askedAt(row)}
          and exists (select from jsonb_each(recipients) l, jsonb_array_elements(l.value) r where lower(r->>'address') = any (${known.addresses}::text[]))`,
  );
}

/** Where the next stretch of a company's rows ends. */
async function stretchOf(tx: Tx, table: string, key: string, companyId: number, after: number) {
  const column = sql.unsafe(key);
  const row = await tx.row<{ end: number | null; n: number }>(
    sql`select max(at) as end, count(*)::int as n from (
          select ${column} as at from ${sql.unsafe(table)} where company_id = ${companyId} and ${column} > ${after} order by ${column} limit ${rowsPerStretch}) s`,
  );
  return { end: row?.end ?? after, isLast: (row?.n ?? 0) < rowsPerStretch };
}
