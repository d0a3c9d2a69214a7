-- Business hours, what teams agree on, who is at their desk, and invitations.

create table calendars (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  name       text not null check (length(name) between 2 and 40),
  time_zone  text not null,
  -- Opening hours and holidays as contract/calendars.ts has them: read whole, written whole, asked about by nobody.
  week       jsonb not null default '{"mon":[["09:00","18:00"]],"tue":[["09:00","18:00"]],"wed":[["09:00","18:00"]],"thu":[["09:00","18:00"]],"fri":[["09:00","18:00"]],"sat":[],"sun":[]}',
  holidays   jsonb not null default '[]',
  is_deleted smallint not null default 0 check (is_deleted in (0, 1)),
  added      timestamptz not null default now(),
  updated    timestamptz not null default now(),
  unique (company_id, id)
);
create index calendars_list on calendars (company_id, added desc, id desc);
call wall_off('calendars');

alter table teams
  add column routing text not null default 'off' check (routing in ('off', 'round_robin', 'least_loaded')),
  add column calendar_id bigint,
  add foreign key (company_id, calendar_id) references calendars (company_id, id);
create index teams_of_calendar on teams (company_id, calendar_id) where calendar_id is not null;
-- How many open tickets somebody should have at most; null: no matter how many.
alter table team_members add column capacity int check (capacity between 0 and 1000);

-- How much somebody has to do is asked for with every list of people.
create index ticket_counts_of_assignee on ticket_counts (company_id, assignee_id, bucket);

-- Open unless somebody says that they are not to be counted on. Nobody has chosen so far.
alter table users alter column status set default 8;
update users set status = 8;
alter table users add column last_seen timestamptz;

-- Whose desk is open in which process. A lease: what a process that was killed has left behind ends by itself.
create table presences (
  user_id bigint not null references users on delete cascade,
  process uuid not null,
  until   timestamptz not null,
  primary key (user_id, process)
);
create index presences_of_process on presences (process);
create index presences_ending on presences (until);
call keep_for_system('presences');
create policy colleagues on presences for select
  using (user_id in (select user_id from roles where company_id = any ((select parley_companies())::bigint[])));

create table invites (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references companies,
  team_id     bigint,
  email       text not null,                        -- as typed; compared in lower case
  key_hash    bytea not null unique,
  scope       text not null default 'company' check (scope in ('own', 'team', 'product', 'company')),
  language    text not null check (language in ('en', 'ua')),
  invited_by  bigint not null references users,
  sent_at     timestamptz not null default now(),
  expires     timestamptz not null,
  accepted_at timestamptz,
  user_id     bigint references users,              -- who accepted it
  withdrawn_at timestamptz,
  added       timestamptz not null default now(),
  foreign key (company_id, team_id) references teams (company_id, id),
  check ((accepted_at is null) = (user_id is null))
);
create unique index invites_open on invites (company_id, lower(email), coalesce(team_id, 0)) where accepted_at is null and withdrawn_at is null;
create index invites_of_team on invites (company_id, team_id, added desc);
call wall_off('invites');
