-- What Parley is for: products, the accounts that connect them to the world, customers, tickets and messages.

create table products (
  id           bigint generated always as identity primary key,
  company_id   bigint not null references companies,
  name         text not null,
  abbreviation text not null,
  color        text not null default '#0b7285',
  is_deleted   smallint not null default 0 check (is_deleted in (0, 1)),
  added        timestamptz not null default now(),
  updated      timestamptz not null default now(),
  unique (company_id, id)
);
create index products_list on products (company_id, added desc, id desc);
call wall_off('products');

-- What connects a product to the world. Kinds have a table of their own; health and the lease are the same for all.
create table channel_accounts (
  id             bigint generated always as identity primary key,
  company_id     bigint not null references companies,
  product_id     bigint not null,
  kind           text not null check (kind in ('mailbox')),
  name           text not null,
  health_state   text not null default 'connecting' check (health_state in ('ok', 'connecting', 'degraded', 'action_needed')),
  health_key     text,
  health_details text,
  health_since   timestamptz not null default now(),
  next_try_at    timestamptz,
  settings_version int not null default 1,         -- a worker that holds the account starts afresh when it moves
  lease_owner    text,
  lease_until    timestamptz,
  lease_token    bigint not null default 0,        -- fencing: what a worker writes must carry the token of its own lease
  is_deleted     smallint not null default 0 check (is_deleted in (0, 1)),
  added          timestamptz not null default now(),
  updated        timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id)
);
create index channel_accounts_list on channel_accounts (company_id, kind, added desc, id desc);
create index channel_accounts_to_lease on channel_accounts (kind, lease_until) where is_deleted = 0;
call wall_off('channel_accounts');

create table mailboxes (
  id                  bigint primary key,
  company_id          bigint not null,
  from_name           text not null,
  from_email          text not null,
  imap_purpose        text not null default 'support',
  imap_username       text not null,
  imap_password       text not null,               -- sealed: see platform/secrets.ts
  imap_server         text not null,
  imap_port           int not null check (imap_port between 1 and 65535),
  imap_type           text not null check (imap_type in ('ssl', 'tls', 'none')),
  imap_box_inbox      text not null default 'INBOX',
  imap_box_outbox     text,                        -- null: the folder the server marks as \Sent
  use_smtp            smallint not null default 1 check (use_smtp in (0, 1)),
  smtp_login          text,                        -- null: as for IMAP
  smtp_password       text,                        -- sealed; null: as for IMAP
  smtp_host           text not null,
  smtp_port           int not null check (smtp_port between 1 and 65535),
  smtp_security       text not null check (smtp_security in ('ssl', 'tls', 'none')),
  additional_headers  jsonb not null default '[]',
  signature           text not null default '',
  trusted_authserv_id text,                        -- whose Authentication-Results we believe
  start_at            timestamptz not null default now(),  -- older mail is history and stays where it is
  fetch_since         timestamptz,                 -- a wish for older mail, until it is in
  uses_plus_address   smallint not null default 0 check (uses_plus_address in (0, 1)),
  last_fetched_at     timestamptz,
  last_sent_at        timestamptz,
  send_error_key      text,                        -- of the last attempt to send; null when it went well
  send_error_details  text,
  send_pause_until    timestamptz,                 -- a refused sign-in is not tried again before, whatever waits
  foreign key (company_id, id) references channel_accounts (company_id, id)
);
create index mailboxes_by_address on mailboxes (lower(from_email));
call wall_off('mailboxes');

-- How far each folder has been read. Moves in the transaction that stores the mail.
create table mailbox_folders (
  company_id   bigint not null,
  mailbox_id   bigint not null,
  path         text not null,
  role         text not null check (role in ('inbox', 'sent', 'junk')),
  uid_validity text not null,
  last_uid     bigint not null,
  updated      timestamptz not null default now(),
  primary key (mailbox_id, path),
  foreign key (company_id, mailbox_id) references channel_accounts (company_id, id)
);
call wall_off('mailbox_folders');

create table channel_account_history (
  id                 bigint generated always as identity primary key,
  company_id         bigint not null,
  channel_account_id bigint not null,
  state              text not null,
  key                text,
  details            text,
  at                 timestamptz not null default now(),
  foreign key (company_id, channel_account_id) references channel_accounts (company_id, id)
);
create index channel_account_history_newest on channel_account_history (channel_account_id, id desc);
call wall_off('channel_account_history');

create table customers (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  first_name text not null default '',
  last_name  text not null default '',
  email      text,
  phone      text,
  note       text not null default '',
  is_deleted smallint not null default 0 check (is_deleted in (0, 1)),
  added      timestamptz not null default now(),
  updated    timestamptz not null default now(),
  unique (company_id, id)
);
create index customers_list on customers (company_id, added desc, id desc);
call wall_off('customers');

-- By what a customer is recognised. `value` is normalised (addresses in lower case).
create table customer_identities (
  company_id  bigint not null,
  kind        text not null check (kind in ('email')),
  value       text not null,
  customer_id bigint not null,
  added       timestamptz not null default now(),
  primary key (company_id, kind, value),
  foreign key (company_id, customer_id) references customers (company_id, id)
);
create index customer_identities_of_customer on customer_identities (customer_id);
call wall_off('customer_identities');

create table tickets (
  id                 bigint generated always as identity primary key,
  company_id         bigint not null references companies,
  number             int not null,
  product_id         bigint not null,
  customer_id        bigint not null,
  channel_account_id bigint,
  channel            text not null check (channel in ('mail', 'chat', 'telegram', 'viber', 'whatsapp', 'phone')),
  title              text not null,
  view_type          text not null default '' check (view_type in ('', 'snoozed', 'answered', 'resolved')),
  assignee_id        bigint references users,
  waiting_since      timestamptz,
  resolved_at        timestamptz,
  last_message_id    bigint,
  last_direction     smallint not null default 1 check (last_direction in (1, 2)),
  last_line          text not null default '',
  message_count      int not null default 0,
  has_attachments    smallint not null default 0 check (has_attachments in (0, 1)),
  looks_like_id      bigint,
  is_spam            smallint not null default 0 check (is_spam in (0, 1)),
  is_deleted         smallint not null default 0 check (is_deleted in (0, 1)),
  version            int not null default 1,
  added              timestamptz not null default now(),
  updated            timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, number),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, channel_account_id) references channel_accounts (company_id, id)
);
create index tickets_newest on tickets (company_id, updated desc, id desc);
create index tickets_by_view on tickets (company_id, view_type, updated desc, id desc) where is_deleted = 0 and is_spam = 0;
create index tickets_by_product on tickets (company_id, product_id, view_type, updated desc, id desc) where is_deleted = 0 and is_spam = 0;
create index tickets_by_assignee on tickets (company_id, assignee_id, view_type, updated desc, id desc) where is_deleted = 0 and is_spam = 0;
create index tickets_of_customer on tickets (company_id, customer_id, updated desc, id desc);
create index tickets_put_away on tickets (company_id, updated desc, id desc) where is_deleted = 1 or is_spam = 1;
call wall_off('tickets');

create table ticket_reads (
  company_id      bigint not null,
  ticket_id       bigint not null,
  user_id         bigint not null references users,
  last_message_id bigint not null,
  primary key (ticket_id, user_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
call wall_off('ticket_reads');

-- How many tickets stand where. Changes are appended, never updated in place, so that two tickets never wait for one
-- counter; a worker folds them together now and then, and a reader sums what is left.
create table ticket_counts (
  id          bigint generated always as identity primary key,
  company_id  bigint not null,
  product_id  bigint not null,
  assignee_id bigint not null,     -- 0: nobody
  bucket      text not null,       -- open, snoozed, answered, resolved, spam, trash
  delta       int not null
);
create index ticket_counts_of_company on ticket_counts (company_id, product_id, bucket);
call wall_off('ticket_counts');

create function ticket_bucket(is_deleted smallint, is_spam smallint, view_type text) returns text language sql immutable parallel safe
  as $$ select case when is_deleted = 1 then 'trash' when is_spam = 1 then 'spam' when view_type = '' then 'open' else view_type end $$;

create function count_tickets() returns trigger language plpgsql as $$
declare
  was text;
  now_is text;
begin
  if tg_op <> 'INSERT' then was := ticket_bucket(old.is_deleted, old.is_spam, old.view_type); end if;
  if tg_op <> 'DELETE' then now_is := ticket_bucket(new.is_deleted, new.is_spam, new.view_type); end if;
  if tg_op = 'UPDATE' and was = now_is and old.product_id = new.product_id and old.assignee_id is not distinct from new.assignee_id then
    return null;
  end if;
  if was is not null then
    insert into ticket_counts (company_id, product_id, assignee_id, bucket, delta)
      values (old.company_id, old.product_id, coalesce(old.assignee_id, 0), was, -1);
  end if;
  if now_is is not null then
    insert into ticket_counts (company_id, product_id, assignee_id, bucket, delta)
      values (new.company_id, new.product_id, coalesce(new.assignee_id, 0), now_is, 1);
  end if;
  return null;
end $$;
create trigger tickets_are_counted after insert or update or delete on tickets for each row execute function count_tickets();

-- What arrived by mail, before anyone interprets it. The raw bytes are a file; the row is the promise to make something of it.
create table inbound_mails (
  id            bigint generated always as identity primary key,
  company_id    bigint not null references companies,
  mailbox_id    bigint not null,
  folder        text not null,
  folder_role   text not null check (folder_role in ('inbox', 'sent', 'junk')),
  uid_validity  text not null,
  uid           bigint not null,
  sha256        bytea,                              -- null: too large to fetch, only its place is known
  raw_key       text,
  size          bigint not null,
  received_at   timestamptz not null,
  -- What became of it.
  outcome       text not null default 'waiting' check (outcome in ('waiting', 'new_ticket', 'appended', 'automatic', 'bounce', 'spam', 'kept', 'own')),
  reason_key    text,
  reason        text,
  from_name     text,
  from_address  text,
  subject       text not null default '',
  ticket_id     bigint,
  message_id    bigint,
  -- The queue of what waits.
  attempts      int not null default 0,
  due_at        timestamptz not null default now(),
  lease_token   uuid,
  added         timestamptz not null default now(),
  unique (mailbox_id, folder, uid_validity, uid),
  unique (mailbox_id, sha256),
  foreign key (company_id, mailbox_id) references channel_accounts (company_id, id)
);
create index inbound_mails_waiting on inbound_mails (mailbox_id, received_at, id) where outcome = 'waiting';
create index inbound_mails_log on inbound_mails (mailbox_id, received_at desc, id desc);
create index inbound_mails_of_company on inbound_mails (company_id, received_at desc, id desc);
call wall_off('inbound_mails');

create table messages (
  id               bigint generated always as identity primary key,
  company_id       bigint not null references companies,
  ticket_id        bigint not null,
  origin_ticket_id bigint not null,                 -- where it was written: unmerging is an update
  kind             text not null check (kind in ('inbound', 'outbound', 'note', 'event', 'call')),
  direction        smallint not null check (direction in (1, 2)),
  channel          text not null,
  author_kind      text not null check (author_kind in ('customer', 'user', 'system')),
  author_id        bigint,
  author_name      text not null default '',
  from_name        text not null default '',
  from_address     text,
  -- Decided when written, never computed again.
  to_list          jsonb not null default '[]',
  cc_list          jsonb not null default '[]',
  bcc_list         jsonb not null default '[]',
  subject          text not null default '',
  body_html        text,
  body_text        text not null default '',
  quoted_html      text,
  quoted_text      text not null default '',
  remote_images    int not null default 0,
  mail_kind        text check (mail_kind in ('human', 'automatic', 'bounce', 'bulk')),
  is_verified      boolean,
  event_key        text,
  event_values     jsonb,
  client_id        uuid,
  mail_message_id  text,
  mail_in_reply_to text,
  mail_references  text[] not null default '{}',
  inbound_mail_id  bigint references inbound_mails,
  added            timestamptz not null default now(),
  unique (company_id, id),
  unique (ticket_id, client_id),
  unique (inbound_mail_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
create index messages_of_ticket on messages (company_id, ticket_id, id);
create index messages_by_mail_message_id on messages (company_id, mail_message_id) where mail_message_id is not null;
call wall_off('messages');

create table attachments (
  id           bigint generated always as identity primary key,
  company_id   bigint not null references companies,
  message_id   bigint,                              -- null: uploaded, not sent yet
  uploaded_by  bigint references users,
  name         text not null,
  content_type text not null,
  size         bigint not null,
  sha256       bytea not null,
  file_key     text not null,
  content_id   text,
  is_inline    smallint not null default 0 check (is_inline in (0, 1)),
  added        timestamptz not null default now(),
  foreign key (company_id, message_id) references messages (company_id, id)
);
create index attachments_of_message on attachments (message_id, id);
create index attachments_adrift on attachments (added) where message_id is null;
call wall_off('attachments');

-- What we owe the world: one row per outgoing message, the only way out.
create table deliveries (
  id                 bigint generated always as identity primary key,
  company_id         bigint not null,
  message_id         bigint not null unique,
  ticket_id          bigint not null,
  channel_account_id bigint not null,
  state              text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  attempts           int not null default 0,
  due_at             timestamptz not null default now(),   -- pushed into the future while a worker holds it, and between attempts
  give_up_at         timestamptz not null default now() + interval '5 days',
  lease_token        uuid,
  recipients         jsonb not null,                -- [{address, state: waiting|accepted|refused, reason}]
  error_key          text,
  error              text,
  sent_at            timestamptz,
  -- The copy in the mailbox's Sent box is a debt of its own.
  copy_state         text not null default 'none' check (copy_state in ('none', 'queued', 'done', 'failed')),
  copy_attempts      int not null default 0,
  copy_due_at        timestamptz,
  foreign key (company_id, message_id) references messages (company_id, id),
  foreign key (company_id, channel_account_id) references channel_accounts (company_id, id)
);
create index deliveries_due on deliveries (due_at) where state in ('queued', 'sending');
create index deliveries_of_ticket on deliveries (ticket_id, id) where state in ('queued', 'sending');
create index deliveries_of_account on deliveries (channel_account_id) where state in ('queued', 'sending');
create index deliveries_to_copy on deliveries (copy_due_at) where copy_state = 'queued';
call wall_off('deliveries');
