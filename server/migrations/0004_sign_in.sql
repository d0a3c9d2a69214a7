-- Signing in: the second step, devices that are trusted with it, and what stops guessing.

-- A half session comes from a right password alone: it may give the code or sign out, and nothing else.
alter table sessions
  add column is_half       boolean not null default false,
  add column is_remembered boolean not null default false;

-- What a company asks of everybody in a role.
create table company_role_settings (
  company_id             bigint not null references companies,
  role_name              text not null,               -- in lower case, as in company_privileges
  is_two_factor_required boolean not null default false,
  primary key (company_id, role_name)
);
call wall_off('company_role_settings');

create table two_factors (
  user_id       bigint primary key references users on delete cascade,
  sealed_secret text not null,
  confirmed_at  timestamptz,                          -- null while it is being set up
  last_step     bigint not null default 0,            -- the newest step of time whose code was used: none is used twice
  added         timestamptz not null default now()
);
call keep_for_system('two_factors');

create table recovery_codes (
  user_id   bigint not null references two_factors on delete cascade,
  code_hash text not null,
  used      timestamptz,
  primary key (user_id, code_hash)
);
call keep_for_system('recovery_codes');

-- Browsers that somebody signed in with, known by a cookie: another one is told to its owner, and the second step can be
-- spared on one for a while.
create table devices (
  id            bigint generated always as identity primary key,
  token_hash    bytea not null,
  user_id       bigint not null references users on delete cascade,
  ip            text not null,
  user_agent    text not null,
  trusted_until timestamptz,
  added         timestamptz not null default now(),
  last_used     timestamptz not null default now(),
  unique (token_hash, user_id)
);
create index devices_of_user on devices (user_id);
call keep_for_system('devices');

-- Wrong passwords and codes within a window, by account and address together; with an empty account, by address alone.
-- A try counts before its password is looked at, so that many at once are no more than many in a row.
drop table login_failures;
create table sign_in_failures (
  email        text not null,                         -- in lower case; '' counts all accounts
  address      text not null,                         -- IPv4, or the /64 of an IPv6 address
  failures     int not null,
  since        timestamptz not null default now(),
  locked_until timestamptz,
  primary key (address, email)
);
create index sign_in_failures_of_account on sign_in_failures (email);
call keep_for_system('sign_in_failures');

-- Links that unlock an account, sent to its owner.
create table unlock_links (
  key_hash bytea primary key,
  user_id  bigint not null references users on delete cascade,
  added    timestamptz not null default now(),
  expires  timestamptz not null,
  used     timestamptz
);
create index unlock_links_of_user on unlock_links (user_id);
call keep_for_system('unlock_links');
