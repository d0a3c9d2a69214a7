-- Other addresses of a mailbox, and how a product answers: team, mailbox, signature, automatic reply.

-- Mail to these comes into the mailbox: they are ours. Kept under their mailbox, even while it is disabled.
create table mailbox_aliases (
  company_id      bigint not null references companies,
  mailbox_id      bigint not null,
  position        smallint not null,
  address         text not null,                    -- as typed; compared in lower case
  name            text not null default '',
  send_as         smallint not null default 0 check (send_as in (0, 1)),
  accepted_at     timestamptz,                      -- when the mail server last took a letter from this address
  refused_key     text,
  refused_details text,
  primary key (mailbox_id, address),
  foreign key (company_id, mailbox_id) references channel_accounts (company_id, id)
);
create unique index mailbox_aliases_address on mailbox_aliases (company_id, lower(address));
call wall_off('mailbox_aliases');

-- Where the public key of the provider's signature was found last.
alter table mailboxes add column dkim_selector text;

alter table products
  add column team_id bigint,
  add column mailbox_id bigint,
  add column signature text not null default '',
  add column auto_reply smallint not null default 0 check (auto_reply in (0, 1)),
  add column auto_reply_when text not null default 'always' check (auto_reply_when in ('always', 'open', 'closed')),
  add column auto_reply_calendar_id bigint,
  add column auto_reply_texts jsonb not null default '{}',
  add foreign key (company_id, team_id) references teams (company_id, id),
  add foreign key (company_id, mailbox_id) references channel_accounts (company_id, id),
  add foreign key (company_id, auto_reply_calendar_id) references calendars (company_id, id);
create index products_of_team on products (company_id, team_id) where team_id is not null;
create index products_of_mailbox on products (company_id, mailbox_id) where mailbox_id is not null;
create index products_of_calendar on products (company_id, auto_reply_calendar_id) where auto_reply_calendar_id is not null;

-- Who was answered automatically, and when last: once in a day. Older rows say nothing, and go.
create table auto_replies (
  company_id bigint not null references companies,
  product_id bigint not null,
  address    text not null,                         -- in lower case
  sent_at    timestamptz not null default now(),
  primary key (product_id, address),
  foreign key (company_id, product_id) references products (company_id, id)
);
create index auto_replies_sent on auto_replies (sent_at);
call wall_off('auto_replies');

create index channel_accounts_of_product on channel_accounts (product_id) where is_deleted = 0;
