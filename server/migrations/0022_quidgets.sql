-- Chat on websites: a quidget is a channel account, as a mailbox and a messenger are.

alter table channel_accounts drop constraint channel_accounts_kind_check;
alter table channel_accounts add constraint channel_accounts_kind_check check (kind in ('mailbox', 'messenger', 'quidget'));

create table quidgets (
  id                    bigint primary key,
  company_id            bigint not null,
  title                 text not null check (length(title) between 3 and 49),
  color                 text not null check (color ~ '^#[0-9a-fA-F]{6}$'),
  -- As contract/quidget-settings.ts has them: read whole, written whole, asked about by nobody.
  settings              jsonb not null,
  allowed_domains       jsonb not null default '[]',
  calendar_id           bigint,
  identity_secret       text,                       -- sealed: see platform/secrets.ts
  identity_secret_since timestamptz,
  foreign key (company_id, id) references channel_accounts (company_id, id),
  foreign key (company_id, calendar_id) references calendars (company_id, id),
  check ((identity_secret is null) = (identity_secret_since is null))
);
create index quidgets_of_calendar on quidgets (company_id, calendar_id) where calendar_id is not null;
call wall_off('quidgets');
