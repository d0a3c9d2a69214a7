-- What a person prefers, what they hear about, and the tokens of their programs.

alter table users
  alter column time_zone drop not null,
  alter column time_zone drop default,           -- null: never chosen; the desk takes the device's
  add column date_format text not null default 'D MMM YYYY'
    check (date_format in ('D MMM YYYY', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD')),
  add column clock smallint not null default 24 check (clock in (12, 24)),
  add column density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  add column signature text not null default '',  -- HTML, cleaned when it was written
  add column after_sending text not null default 'stay' check (after_sending in ('stay', 'next', 'list')),
  add column notification_position text not null default 'bottomLeft'
    check (notification_position in ('topRight', 'topCenter', 'bottomLeft', 'bottomRight')),
  add column notification_duration int not null default 5000 check (notification_duration > 0),
  add column quiet_is_on smallint not null default 0 check (quiet_is_on in (0, 1)),
  add column quiet_from text not null default '20:00',
  add column quiet_to text not null default '08:00';
-- Nobody has chosen one so far.
update users set time_zone = null;
-- `avatars/` and a name that nobody guesses; a new picture has a new one.
create unique index users_avatar on users (avatar) where avatar is not null;

-- Only what differs from what is usual (contract/settings.ts).
create table notification_choices (
  user_id bigint not null references users on delete cascade,
  kind    text not null,
  way     text not null,
  value   smallint not null check (value in (0, 1)),
  primary key (user_id, kind, way)
);
call keep_for_system('notification_choices');

-- What somebody was told, and when its letter is due: one letter per ticket and ten minutes.
create table notifications (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id    bigint not null references users on delete cascade,
  kind       text not null,
  ticket_id  bigint not null,
  message_id bigint,
  mail_at    timestamptz,                        -- null: no letter
  added      timestamptz not null default now(),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
create index notifications_of_user on notifications (user_id, id desc);
create index notifications_mailed on notifications (user_id, ticket_id, mail_at desc) where mail_at is not null;
create index notifications_oldest on notifications (added);
call wall_off('notifications');

-- How far a reader of the events log has come. Moves in the transaction that acts on what was read; its lock lets one
-- process read at a time.
create table event_readers (
  name       text primary key,
  era        uuid not null,
  written_in xid8 not null,
  position   bigint not null
);
call keep_for_system('event_readers');

-- Only hashes: who reads the database cannot call with them.
create table api_tokens (
  id         bigint generated always as identity primary key,
  token_hash bytea not null unique,
  prefix     text not null,
  user_id    bigint not null references users,
  company_id bigint not null references companies,
  name       text not null,
  scopes     text[] not null,
  expires    timestamptz not null,
  last_used  timestamptz,
  revoked    timestamptz,
  added      timestamptz not null default now()
);
create index api_tokens_of_user on api_tokens (user_id) where revoked is null;
call wall_off('api_tokens');
