-- What goes for good: tickets out of the trash, and people who are forgotten.

-- Bytes that no row names any more, to be destroyed: a whole file, or a part of one that others share. A debt of its own,
-- because rows and files cannot go in one moment; it is paid by housekeeping, as often as it takes.
create table doomed_bytes (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  file_key   text not null,
  from_byte  bigint,                             -- null: all of it
  bytes      bigint,
  due_at     timestamptz not null default now(),
  check ((from_byte is null) = (bytes is null))
);
create index doomed_bytes_due on doomed_bytes (due_at);
call wall_off('doomed_bytes');

-- Whoever throws a ticket away looks for everything that names it.
create index attachments_of_file on attachments (file_key);
drop index attachments_by_file;
create index inbound_mails_of_ticket on inbound_mails (ticket_id) where ticket_id is not null;
create index inbound_mails_of_file on inbound_mails (raw_key) where raw_key is not null;
create index notifications_of_ticket on notifications (ticket_id);
create index drafts_of_ticket on drafts (ticket_id);
create index handed_over_tickets_of_ticket on handed_over_tickets (ticket_id);
create index ticket_merges_of_ticket on ticket_merges (ticket_id);

-- The customer of this ticket was forgotten: its number and its times stay, and nothing that anybody wrote.
alter table tickets add column erased_at timestamptz;

-- An erasure is its own queue: it is done in stretches, by whoever is free, until `done_at`. `at` is how far it is.
-- `code` and `seal` are on the receipt; `proofs` are hashes of the code with each address that was known.
alter table customer_erasures
  add column code   uuid not null default gen_random_uuid(),
  add column proofs text[] not null default '{}',
  add column seal   text not null default '',
  add column known  jsonb,                       -- what has to be looked for; gone when it is done
  add column at     jsonb not null default '{}',
  add column due_at timestamptz not null default now();
create index customer_erasures_due on customer_erasures (due_at) where done_at is null;

-- The audit trail stays whole when a person is forgotten: a hash stands for what an entry said, and the chain is made of
-- hashes. What was said can go; that it was said, when and by whom, cannot. The salt goes along, so that nobody finds out
-- by trying. Entries from before have no such hash: theirs covers the content itself.
alter table audit_entries
  add column salt         bytea,
  add column content_hash bytea,
  add column erased_at    timestamptz;

create function audit_content_hash(entry audit_entries) returns bytea language sql stable parallel safe
  as $$ select sha256(entry.salt || convert_to(jsonb_build_array(entry.title, entry.detail)::text, 'UTF8')) $$;

create or replace function audit_hash(previous bytea, entry audit_entries) returns bytea language sql stable parallel safe
  as $$ select sha256(previous || convert_to(case when entry.content_hash is null then jsonb_build_array(
    coalesce(entry.company_id, 0), entry.number, entry.event_position, (extract(epoch from entry.at) * 1000000)::bigint,
    entry.entity, entry.action, entry.entity_id, entry.title, entry.actor_kind, entry.actor_id, entry.actor_name,
    entry.ip, entry.user_agent, entry.detail) else jsonb_build_array(
    coalesce(entry.company_id, 0), entry.number, entry.event_position, (extract(epoch from entry.at) * 1000000)::bigint,
    entry.entity, entry.action, entry.entity_id, encode(entry.content_hash, 'hex'), entry.actor_kind, entry.actor_id,
    entry.actor_name, entry.ip, entry.user_agent) end::text, 'UTF8')) $$;

create or replace function append_audit_entry(of_company bigint, of_position bigint, with_title text, with_actor_name text) returns void
language plpgsql set enable_seqscan = off as $$
declare
  head  audit_chains;
  entry audit_entries;
begin
  insert into audit_chains (company_id, chain) values (of_company, coalesce(of_company, 0)) on conflict do nothing;
  select * into strict head from audit_chains where chain = coalesce(of_company, 0) for update;
  select of_company, head.chain, head.last_number + 1, e.position, e.at, e.entity, e.action, e.entity_id, with_title,
         e.actor_kind, e.actor_id, with_actor_name, e.ip, e.user_agent, e.detail, null, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), null, null
    into strict entry from events e where e.position = of_position;
  entry.content_hash := audit_content_hash(entry);
  entry.hash := audit_hash(head.last_hash, entry);
  insert into audit_entries select entry.* on conflict (chain, event_position) do nothing;
  if not found then return; end if;
  update audit_chains set last_number = entry.number, last_hash = entry.hash where chain = head.chain;
end $$;

-- One change is let through: what an entry said goes, and when it went is written down.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  gone audit_entries;
begin
  if tg_op = 'UPDATE' then
    gone := old;
    gone.title := null;
    gone.detail := null;
    gone.salt := null;
    gone.erased_at := new.erased_at;
    if new.erased_at is not null and old.erased_at is null and new is not distinct from gone then return new; end if;
  end if;
  raise exception 'The audit trail is never changed' using errcode = 'insufficient_privilege';
end $$;
grant update (title, detail, salt, erased_at) on audit_entries to parley_app;
create policy tenant_erases on audit_entries for update using (company_id = any ((select parley_companies())::bigint[]));

-- The same of the log that the trail is made of: what it says may go, and nothing come in its place.
create function only_forget() returns trigger language plpgsql as $$
begin
  raise exception 'What happened is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger never_said_anew before update of detail on events for each row when (new.detail is not null) execute function only_forget();
grant update (detail) on events to parley_app;
create policy tenant_erases on events for update using (company_id = any ((select parley_companies())::bigint[]));
create index events_said_of on events (company_id, entity, entity_id) where detail is not null;
