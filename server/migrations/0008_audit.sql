-- The audit trail: who did what, from where, before and after; who may not, and tried.

-- Where a happening came from. Null: from Parley itself.
alter table events add column ip text;
alter table events add column user_agent text;
-- False: for the audit trail alone, the desk is not told.
alter table events add column is_told boolean not null default true;

-- One chain per company and one of the installation (chain 0). Each entry's hash covers its content and the hash before
-- it, so that no entry can be changed, removed or put in between without breaking what follows.
create table audit_entries (
  company_id     bigint references companies,                                    -- null: of the installation
  chain          bigint not null check (chain = coalesce(company_id, 0)),
  number         bigint not null,
  event_position bigint not null,
  at             timestamptz not null,
  entity         text not null,
  action         text not null,
  entity_id      bigint,
  title          text,                          -- what it was called
  actor_kind     text not null,
  actor_id       bigint,
  actor_name     text,
  ip             text,
  user_agent     text,
  detail         jsonb,
  hash           bytea not null,
  primary key (chain, number),
  unique (chain, event_position)                -- no happening is told twice
);
create index audit_entries_of_actor on audit_entries (chain, actor_id, number);
create index audit_entries_of_thing on audit_entries (chain, entity, entity_id, number);
create index audit_entries_by_time on audit_entries (chain, at, number);

-- The last link of each chain, sealed with a key that is not in the database: a chain that somebody computed anew, or cut
-- off, has no seal.
create table audit_chains (
  company_id  bigint references companies,
  chain       bigint primary key check (chain = coalesce(company_id, 0)),
  last_number bigint not null default 0,
  last_hash   bytea not null default '',
  seal        text not null default ''
);

-- How far the events log has been told.
create table audit_bookmark (
  only_row   boolean primary key default true check (only_row),
  era        uuid,
  written_in xid8 not null default '0',
  position   bigint not null default 0
);
insert into audit_bookmark default values;

-- Calls that were refused to somebody who is signed in, counted by the minute until that is over.
create table refused_calls (
  user_id    bigint not null,
  minute     timestamptz not null,
  call       text not null,
  times      int not null default 1,
  ip         text,
  user_agent text,
  primary key (user_id, minute, call)
);
create index refused_calls_by_minute on refused_calls (minute);

call keep_for_system('audit_entries');
create policy tenant_reads on audit_entries for select using (company_id = any ((select parley_companies())::bigint[]));
call keep_for_system('audit_chains');
create policy tenant_reads on audit_chains for select using (company_id = any ((select parley_companies())::bigint[]));
call keep_for_system('audit_bookmark');
call keep_for_system('refused_calls');

-- Written once, by nobody changed: not by Parley's role, and not by the tables' owner in passing.
revoke update, delete on audit_entries from parley_app;
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger never_changed before update or delete on audit_entries for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_entries for each statement execute function refuse_change();

-- The content is written as PostgreSQL writes JSON; times are microseconds since 1970.
create function audit_hash(previous bytea, entry audit_entries) returns bytea language sql stable parallel safe
  as $$ select sha256(previous || convert_to(jsonb_build_array(
    coalesce(entry.company_id, 0), entry.number, entry.event_position, (extract(epoch from entry.at) * 1000000)::bigint,
    entry.entity, entry.action, entry.entity_id, entry.title, entry.actor_kind, entry.actor_id, entry.actor_name,
    entry.ip, entry.user_agent, entry.detail)::text, 'UTF8')) $$;

-- Adds an event to a chain; whoever calls it twice adds it once. The caller seals the chain afterwards. A plan that was
-- made while the tables were small must not be kept when they are not.
create function append_audit_entry(of_company bigint, of_position bigint, with_title text, with_actor_name text) returns void
language plpgsql set enable_seqscan = off as $$
declare
  head  audit_chains;
  entry audit_entries;
begin
  insert into audit_chains (company_id, chain) values (of_company, coalesce(of_company, 0)) on conflict do nothing;
  select * into strict head from audit_chains where chain = coalesce(of_company, 0) for update;
  select of_company, head.chain, head.last_number + 1, e.position, e.at, e.entity, e.action, e.entity_id, with_title,
         e.actor_kind, e.actor_id, with_actor_name, e.ip, e.user_agent, e.detail, null
    into strict entry from events e where e.position = of_position;
  entry.hash := audit_hash(head.last_hash, entry);
  insert into audit_entries select entry.* on conflict (chain, event_position) do nothing;
  if not found then return; end if;
  update audit_chains set last_number = entry.number, last_hash = entry.hash where chain = head.chain;
end $$;

-- Single sign-on: who is whom at the provider, and who is on the way there and back.
create table sso_identities (
  issuer    text not null,
  subject   text not null,
  user_id   bigint not null references users,
  email     text not null,               -- as both sides had verified it when they were linked
  added     timestamptz not null default now(),
  last_used timestamptz not null default now(),
  primary key (issuer, subject)
);
create index sso_identities_of_user on sso_identities (user_id);
call keep_for_system('sso_identities');

create table sso_attempts (
  browser_hash  bytea primary key,       -- only the browser that left may come back
  state_hash    bytea,                   -- null: the provider's answer was used
  nonce         text not null,
  code_verifier text not null,
  back          text,
  issuer        text,                    -- from here on: whom the provider vouched for, until the account's password comes
  subject       text,
  email         text,
  user_id       bigint references users,
  expires       timestamptz not null
);
create index sso_attempts_by_time on sso_attempts (expires);
create index sso_attempts_of_user on sso_attempts (user_id);
call keep_for_system('sso_attempts');

-- When the password was last entered again in this session, before something dangerous.
alter table sessions add column password_confirmed_at timestamptz;
