-- Messengers that a product is written to through. What can be integrated at all is the installation's.

create table system_settings (
  id         bigint primary key,
  company_id bigint not null default 0 check (company_id = 0),
  code       text not null unique check (length(code) between 1 and 30),
  unique (id, code)
);
insert into system_settings (id, code) values (1, 'telegram'), (2, 'viber'), (3, 'whatsapp');
call wall_off('system_settings');

alter table channel_accounts drop constraint channel_accounts_kind_check;
alter table channel_accounts add constraint channel_accounts_kind_check check (kind in ('mailbox', 'messenger', 'quidget'));

create table messengers (
  id             bigint primary key,
  company_id     bigint not null,
  settings_id    bigint not null,
  messenger      text not null,
  api_url        text,                              -- null: the provider's own
  additional     jsonb not null,
  auth1          text not null,                     -- sealed, as are mailboxes' passwords
  auth2          text,                              -- sealed; WhatsApp's app secret
  instant        smallint not null default 0 check (instant in (0, 1)),
  token_hash     text unique,                       -- keyed; null while disabled. One token serves one product of one company
  remote_id      text,                              -- who the provider says it is; null until it said so
  bot_name       text,
  bot_address    text,                              -- @name, viber name, telephone number
  picture        text,
  picture_ref    text,                              -- by which the provider knows the picture: fetched anew when it changes
  other_webhook  text,                              -- the host that the provider delivers to, where it is told
  checked_at     timestamptz,
  failures       int not null default 0,            -- in a row
  due_at         timestamptz not null default now(),
  lease_until    timestamptz,
  foreign key (company_id, id) references channel_accounts (company_id, id),
  foreign key (settings_id, messenger) references system_settings (id, code),
  check (additional ->> 'messenger' = messenger)
);
create unique index messengers_remote on messengers (messenger, remote_id) where remote_id is not null;
create index messengers_due on messengers (due_at);
create index messengers_picture on messengers (picture) where picture is not null;
call wall_off('messengers');

-- A picture that comes with a company is uploaded before it is saved: until then it is a stray.
create index companies_logo on companies (logo) where logo is not null;

-- Names are sorted as people sort words (contract/entity.ts): the index that serves the list of customers, likewise.
drop index customers_by_first_name;
create index customers_by_first_name on customers (company_id, is_deleted, first_name collate "und-x-icu", id);
