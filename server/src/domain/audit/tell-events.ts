import type { Database, Tx } from '#platform/database.ts';
import { readableAfter } from '#platform/events.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type Head, sealOf } from './chain-seal.ts';
import { findTitles } from './thing-titles.ts';

const eventsPerTransaction = 200;
/** Any number of our own: one process at a time adds to the chains. */
const lockNumber = 7_274_539_013;

type Event = {
  position: number;
  written_in: string;
  company_id: number | null;
  user_id: number | null;
  entity: string;
  action: string;
  entity_id: number | null;
  actor_id: number | null;
  actor_name: string | null;
  has_detail: boolean;
  actor_kind: string;
  companies_of_account: number[];
};

/**
 * What becomes of an account is the business of the companies it worked for when it happened: not of one that it had left,
 * nor of one that it joined later and that reads old events again. Who is removed is not touched again, so `updated` says when.
 */
const workedThereThen = sql`r.added <= e.at and (r.is_deleted = 0 or e.at <= r.updated)`;
/** A token works in one company: it is no other's business. */
const isAboutThem = sql`coalesce((e.detail ->> 'company_id')::bigint, r.company_id) = r.company_id`;

/**
 * Adds what happened since the last time to the audit trail. The bookmark moves in the same transaction, so every event is
 * told once, whoever crashes; and business transactions never wait for the chain. Answers how many events were read.
 */
export const tellEvents = (db: Database, secrets: Secrets): Promise<number> =>
  db.transaction('system', (tx) => tellNext(tx, db, secrets), { isPlannedOnce: true });

async function tellNext(tx: Tx, db: Database, secrets: Secrets): Promise<number> {
  const turn = await tx.row<{ is_mine: boolean }>(sql`select pg_try_advisory_xact_lock(${lockNumber}) as is_mine`);
  if (!turn?.is_mine) return 0;
  const at = await tx.row<{ written_in: string; position: number }>(
    sql`select case when b.era = i.era then b.written_in else '0' end::text as written_in, case when b.era = i.era then b.position else 0 end as position
          from audit_bookmark b, installation i`,
  );
  if (!at) throw new Error('The bookmark of the audit trail is missing');
  // In the order of the writing transactions and up to the oldest one open (platform/events.ts). In a restored dump all
  // old events are the past (platform/migrations.ts): they are read again, and those that were told are told already.
  const events = await tx.rows<Event>(
    sql`select e.position, e.written_in::text, e.company_id, e.user_id, e.entity, e.action, e.entity_id, e.actor_id, e.actor_kind,
            e.detail is not null as has_detail,
            case when e.actor_kind = 'user' then (select name from users where id = e.actor_id) end as actor_name,
            array(select r.company_id from roles r where e.entity = 'accounts' and r.user_id = e.user_id and ${workedThereThen} and ${isAboutThem} order by 1) as companies_of_account
          from events e
          where ${readableAfter(db, { writtenIn: at.written_in, position: at.position })}
          order by e.written_in, e.position${sql.limit(eventsPerTransaction)}`,
  );
  const last = events.at(-1);
  if (!last) return 0;
  const told = events.filter(isTold);
  await append(tx, told);
  await seal(tx, secrets, new Set(told.flatMap(chainsOf).map((company) => company ?? 0)));
  await tx.run(
    sql`update audit_bookmark set era = (select era from installation), written_in = ${last.written_in}::xid8, position = ${last.position}`,
  );
  return events.length;
}

/** All that people do; and all that happens to accounts, whoever does it. */
function isTold(event: Event): boolean {
  if (event.entity === 'accounts') return true;
  if (event.actor_kind !== 'user' || isOwnBusiness(event)) return false;
  return !isConversation(event);
}

/** What somebody has typed and not sent, has read, or has put in an order of their own. */
const isOwnBusiness = ({ entity, user_id }: Event): boolean =>
  entity === 'drafts' ||
  entity === 'new-letters' ||
  entity === 'notifications' ||
  (entity === 'saved-searches' && user_id !== null);

/** The daily conversation tells itself in its thread, with names and times; its changes of fields are told here too. */
const isConversation = ({ entity, action, has_detail }: Event): boolean =>
  entity === 'messages'
    ? action === 'created' || action === 'updated'
    : entity === 'tickets' && !has_detail && action === 'updated';

/** The companies in whose trail an event stands; null is the installation. */
function chainsOf({ company_id, entity, companies_of_account }: Event): (number | null)[] {
  if (company_id === null) return [null, ...companies_of_account];
  return entity === 'companies' ? [null, company_id] : [company_id];
}

async function append(tx: Tx, events: readonly Event[]): Promise<void> {
  const titles = await findTitles(tx, events);
  const links = events.flatMap((event) =>
    chainsOf(event).map((company) => ({
      company,
      position: event.position,
      title: titles.get(`${event.entity} ${event.entity_id}`) ?? null,
      actor: event.actor_name,
    })),
  );
  if (links.length === 0) return;
  await tx.rows(
    sql`select append_audit_entry(company, position, title, actor) from unnest(
          ${links.map((one) => one.company)}::bigint[], ${links.map((one) => one.position)}::bigint[],
          ${links.map((one) => one.title)}::text[], ${links.map((one) => one.actor)}::text[]) with ordinality as l (company, position, title, actor, nth)
        order by nth`,
  );
}

async function seal(tx: Tx, secrets: Secrets, chains: ReadonlySet<number>): Promise<void> {
  const heads = await tx.rows<Head>(
    sql`select chain, last_number, last_hash from audit_chains where chain = any (${[...chains]}::bigint[])`,
  );
  for (const head of heads)
    await tx.run(sql`update audit_chains set seal = ${sealOf(secrets, head)} where chain = ${head.chain}`);
}
