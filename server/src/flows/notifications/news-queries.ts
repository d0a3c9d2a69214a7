import type { Database, Tx } from '#platform/database.ts';
import { latestBookmark, readableAfter, readEra } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

const reader = 'notifications';
const batch = 500;

export type Place = { era: string; written_in: string; position: number };

/** As a ticket is told of. */
type HeldLetter = {
  /** Of its row. */
  id: number;
  company_id: number;
  product_id: number;
  assignee_id: null;
  team_id: null;
  title: string;
  case_number: '';
  /** Whom it goes to. */
  customer: string;
  is_hidden: false;
  /** Its `client_id`. */
  letter_id: string;
  user_id: number;
};

/** An event that may concern somebody, with what it speaks of as that stands now. */
export type News = {
  written_in: string;
  position: number;
  entity: string;
  action: string;
  actor_kind: 'user' | 'customer' | 'system';
  actor_id: number | null;
  /** Of what happens by itself, the ticket's team: its queue gives tickets out. */
  actor_name: string | null;
  /** Who got the ticket, when the event says that somebody did. */
  assigned_to: number | null;
  /** Who is to decide about a waiting letter that is held: its writer, unless they have left. */
  held_for: number | null;
  age_seconds: number;
  ticket: {
    id: number;
    company_id: number;
    product_id: number;
    assignee_id: number | null;
    team_id: number | null;
    title: string;
    case_number: string;
    customer: string;
    is_hidden: boolean;
    letter_id: null;
  } | null;
  /** That has no ticket yet, and is held. */
  letter: HeldLetter | null;
  message: {
    id: number;
    kind: string;
    author_kind: string;
    author_id: number | null;
    author_name: string;
    is_human: boolean;
    event_key: string | null;
    /** Who put the ticket off that has woken. */
    put_off_by: number | null;
    /** Who began the side conversation that it is part of. */
    side_opened_by: number | null;
    is_first: boolean;
    has_failed: boolean;
    to: string;
    /** Whom a note names; of one that was edited, whom it names since. */
    mentioned: number[];
  } | null;
};

/** Where the last batch ended. Somebody who reads for the first time, or in another life of the database, starts now. */
export async function readPlace(db: Database): Promise<Place> {
  const known = await findPlace(db);
  if (known) return known;
  const era = await readEra(db);
  const now = await latestBookmark(db, era);
  await db.transaction('system', (tx) =>
    tx.run(
      sql`insert into event_readers (name, era, written_in, position) values (${reader}, ${era}::uuid, ${now.writtenIn}::xid8, ${now.position})
          on conflict (name) do update set era = excluded.era, written_in = excluded.written_in, position = excluded.position
            where event_readers.era <> excluded.era`,
    ),
  );
  const place = await findPlace(db);
  if (!place) throw new Error('the reader of notifications has no place');
  return place;
}

/** Where it is one of this life of the database. */
async function findPlace(db: Database): Promise<Place | undefined> {
  const [place] = await db.read<Place>(
    'system',
    sql`select r.era::text, r.written_in::text, r.position from event_readers r join installation i on i.era = r.era where r.name = ${reader}`,
  );
  return place;
}

/** Moves on. False when another process has read this meanwhile: then it is theirs to tell. */
export async function movePlace(tx: Tx, from: Place, to: News): Promise<boolean> {
  const moved = await tx.row<object>(
    sql`update event_readers set written_in = ${to.written_in}::xid8, position = ${to.position}
        where name = ${reader} and era = ${from.era}::uuid and written_in = ${from.written_in}::xid8 and position = ${from.position} returning name`,
  );
  return moved !== undefined;
}

/**
 * What happened after this place, in the order and as far as it can be read safely (platform/events.ts). What an event
 * speaks of is looked up for it alone: joins would be made for everything that waits behind the batch, too.
 */
export const readNews = (db: Database, after: Place): Promise<News[]> =>
  db.read<News>(
    'system',
    sql`select e.written_in::text, e.position, e.entity, e.action, e.actor_kind, e.actor_id,
          case e.actor_kind when 'user' then (select u.name from users u where u.id = e.actor_id) when 'system' then
            (select tm.name from tickets t join teams tm on tm.id = t.team_id where t.id = e.ticket_id) end as actor_name,
          case when e.entity = 'tickets' and e.action = 'updated' and coalesce(e.detail->>'how', '') not in ('handed_over', 'handed_back') then (e.detail->'after'->>'assignee_id')::bigint end as assigned_to,
          case when e.entity = 'drafts' and e.action = 'updated' then (select coalesce((e.detail->>'held_for')::bigint, d.user_id) from drafts d where d.id = e.entity_id and d.state = 'held') end as held_for,
          extract(epoch from now() - e.at)::int as age_seconds,
          case when e.entity in ('tickets', 'messages', 'drafts') then
            (select json_build_object('id', t.id, 'company_id', t.company_id, 'product_id', t.product_id, 'assignee_id', t.assignee_id, 'team_id', t.team_id,
                'title', t.title, 'case_number', (select co.case_prefix from companies co where co.id = t.company_id) || '-' || t.number,
                'customer', coalesce((select coalesce(nullif(trim(cu.first_name || ' ' || cu.last_name), ''), cu.email, cu.phone)
                  from customers cu where cu.id = t.customer_id), ''),
                'is_hidden', t.is_deleted = 1 or t.is_spam = 1, 'letter_id', null)
              from tickets t where t.id = e.ticket_id) end as ticket,
          case when e.entity = 'new-letters' and e.action = 'updated' and e.actor_kind = 'system' then
            (select json_build_object('id', l.id, 'company_id', l.company_id, 'product_id', l.product_id, 'assignee_id', null, 'team_id', null,
                'title', l.subject, 'case_number', '', 'customer', coalesce(nullif(l.recipients->'to'->0->>'name', ''), l.recipients->'to'->0->>'address', ''),
                'is_hidden', false, 'letter_id', l.client_id, 'user_id', l.user_id)
              from new_letters l where l.id = e.entity_id and l.state = 'held') end as letter,
          case when e.entity = 'messages' then
            (select json_build_object('id', m.id, 'kind', m.kind, 'author_kind', m.author_kind, 'author_id', m.author_id, 'author_name', m.author_name,
                'event_key', m.event_key, 'put_off_by', case when m.event_key = 'woke_by_time' then (m.event_values->>'user_id')::bigint end,
                'is_human', m.mail_kind is null or m.mail_kind = 'human',
                'side_opened_by', (select s.opened_by from side_conversations s where s.company_id = m.company_id and s.id = m.side_id),
                'is_first', not exists (select from messages o where o.company_id = m.company_id and o.ticket_id = m.ticket_id and o.id < m.id and o.kind in ('inbound', 'outbound')),
                'has_failed', exists (select from deliveries d where d.message_id = m.id and d.state = 'failed'),
                'mentioned', case e.action when 'created' then (select coalesce(json_agg(x.user_id), '[]') from mentions x where x.company_id = m.company_id and x.message_id = m.id and m.kind = 'note')
                  else coalesce(e.detail->'called', '[]')::json end,
                'to', coalesce(m.to_list->0->>'address', ''))
              from messages m where m.id = e.entity_id) end as message
        from (select * from events
          where ${readableAfter(db, { writtenIn: after.written_in, position: after.position })}
          order by written_in, position${sql.limit(batch)}) e
        order by e.written_in, e.position`,
    { isPlannedOnce: true },
  );
