-- The ground everything stands on: who may touch what, people and companies, the events log.

-- Parley works as a role that is no superuser and cannot bypass row-level security. That is the role it signs in as, or,
-- where it is given a superuser, this one, which it then becomes in every transaction (server/src/platform/database.ts).
do $$
begin
  if not exists (select from pg_roles where rolname = 'parley_app') then create role parley_app nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant parley_app to %I', current_user);
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant usage on schema %I to parley_app', current_schema());
  execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to parley_app', current_schema());
  execute format('alter default privileges in schema %I grant usage, select on sequences to parley_app', current_schema());
end $$;

-- The tenants of this transaction. Set per transaction; absent means none.
create function parley_companies() returns bigint[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('parley.companies', true), ''), '{}')::bigint[] $$;

-- Work that belongs to nobody: sign-in, leases, claims. Said per transaction as well.
create function parley_is_system() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('parley.scope', true) = 'system', false) $$;

-- Puts the second wall under a tenant table: without a word about whom it works for, a transaction sees no row at all.
create procedure wall_off(tenant_table regclass, tenant_column text default 'company_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('create policy tenant on %s using (%I = any ((select parley_companies())::bigint[])) with check (%I = any ((select parley_companies())::bigint[]))',
    tenant_table, tenant_column, tenant_column);
  execute format('create policy system on %s using ((select parley_is_system())) with check ((select parley_is_system()))', tenant_table);
end $$;

-- For tables that no tenant has a part in.
create procedure keep_for_system(system_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', system_table);
  execute format('alter table %s force row level security', system_table);
  execute format('create policy system on %s using ((select parley_is_system())) with check ((select parley_is_system()))', system_table);
end $$;

create table companies (
  id                     bigint generated always as identity primary key,
  company_name           text not null check (length(company_name) between 1 and 50),
  case_prefix            text not null check (length(case_prefix) between 1 and 2),
  url                    text,
  last_ticket_number     int not null default 0,
  is_deleted             smallint not null default 0 check (is_deleted in (0, 1)),
  added                  timestamptz not null default now(),
  updated                timestamptz not null default now()
);
call wall_off('companies', 'id');

create table users (
  id                 bigint generated always as identity primary key,
  name               text not null,
  email              text not null,               -- as typed; compared in lower case
  email_confirmed_at timestamptz,
  password_hash      text not null,
  phone              text,
  note               text,
  avatar             text,
  status             smallint not null default 9 check (status in (8, 9)),        -- 8 online, 9 offline
  phone_status       smallint not null default 2 check (phone_status in (1, 2)),  -- 1 connected, 2 disconnected
  language           text not null default 'en' check (language in ('en', 'ua')),
  time_zone          text not null default 'UTC',
  theme              text not null default 'system' check (theme in ('system', 'light', 'dark')),
  is_deleted         smallint not null default 0 check (is_deleted in (0, 1)),
  added              timestamptz not null default now(),
  updated            timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table roles (
  user_id    bigint not null references users,
  company_id bigint not null references companies,
  level      smallint not null check (level between 1 and 4),
  name       text not null,
  added      timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index roles_of_user on roles (user_id);
call wall_off('roles');

-- A person is seen by the companies they work for, and by no other.
call keep_for_system('users');
create policy colleagues on users for select
  using (id in (select user_id from roles where company_id = any ((select parley_companies())::bigint[])));

create table company_privileges (
  company_id bigint not null references companies,
  role_name  text not null,
  privilege  text not null,
  value      smallint not null check (value in (0, 1)),
  primary key (company_id, role_name, privilege)
);
call wall_off('company_privileges');

-- Only hashes of tokens are kept: who reads the database cannot sign in with it.
create table sessions (
  id         bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id    bigint not null references users,
  ip         text,
  user_agent text,
  added      timestamptz not null default now(),
  last_used  timestamptz not null default now(),
  expires    timestamptz not null
);
create index sessions_of_user on sessions (user_id);
call keep_for_system('sessions');

create table email_confirmations (
  key_hash bytea primary key,
  user_id  bigint not null references users,
  email    text not null,
  added    timestamptz not null default now(),
  expires  timestamptz not null,
  used     timestamptz
);
create index email_confirmations_of_user on email_confirmations (user_id);
call keep_for_system('email_confirmations');

create table login_failures (
  email        text not null,
  ip           text not null,
  failures     int not null,
  last_failure timestamptz not null default now(),
  locked_until timestamptz,
  primary key (email, ip)
);
call keep_for_system('login_failures');

-- The corridor: everything that happened, in one place. Realtime, audit, timeline, webhooks and metrics read it.
-- Positions are handed out before commit, so readers order by the writing transaction first and stop at the oldest one
-- still open (server/src/platform/events.ts).
create table events (
  position   bigint generated always as identity primary key,
  written_in xid8 not null default pg_current_xact_id(),
  company_id bigint,
  user_id    bigint,              -- for happenings that concern one person only
  entity     text not null,
  action     text not null,
  entity_id  bigint,
  ticket_id  bigint,
  actor_kind text not null check (actor_kind in ('user', 'customer', 'system')),
  actor_id   bigint,
  params     jsonb not null,      -- what the desk is told
  detail     jsonb,               -- before and after, for the audit trail; never a secret
  at         timestamptz not null default now()
);
create index events_in_order on events (written_in, position);
create index events_of_company on events (company_id, position);
-- Written and read by tenants, changed by nobody.
call keep_for_system('events');
create policy tenant_reads on events for select using (company_id = any ((select parley_companies())::bigint[]));
create policy tenant_writes on events for insert
  with check (company_id = any ((select parley_companies())::bigint[]) and user_id is null);
revoke update, delete on events from parley_app;

-- Which life of this database: bookmarks of another one (a restored dump) mean nothing here.
create table installation (
  only_row   boolean primary key default true check (only_row),
  era        uuid not null default gen_random_uuid(),
  cluster_id text not null default '',
  added      timestamptz not null default now()
);
insert into installation default values;
call keep_for_system('installation');
create policy anyone_reads on installation for select using (true);
