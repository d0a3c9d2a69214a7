-- What is known of a customer: several identities, notes, tags, who they were taken for, and what became of them.

-- Phone numbers are E.164 in `value` and as they were typed in `typed`. What two people could share by mistake is alike in
-- `match_key`: an address without its plus part, the last nine digits of a number, however it was begun.
alter table customer_identities
  drop constraint customer_identities_kind_check,
  add constraint customer_identities_kind_check check (kind in ('email', 'phone', 'telegram', 'viber', 'whatsapp', 'quidget')),
  add column typed        text,
  add column source       text not null default 'wrote' check (source in ('wrote', 'person', 'compose')),
  add column added_by     bigint references users,
  add column last_seen_at timestamptz,
  add column match_key    text not null generated always as (case kind
    when 'email' then regexp_replace(value, '\+[^@]*@', '@')
    when 'phone' then right(regexp_replace(value, '\D', '', 'g'), 9)
    else value end) stored;
create index customer_identities_alike on customer_identities (company_id, kind, match_key);

alter table customers
  add column merged_into bigint,
  add column erased_at   timestamptz,
  -- A full name alone says something: one word is half of the world's.
  add column name_key    text generated always as (case when first_name <> '' and last_name <> '' then lower(first_name || ' ' || last_name) end) stored,
  add column phone_key   text generated always as (nullif(right(ltrim(regexp_replace(phone, '\D', '', 'g'), '0'), 9), '')) stored,
  add foreign key (company_id, merged_into) references customers (company_id, id);
create index customers_of_name on customers (company_id, name_key) where name_key is not null and is_deleted = 0;
create index customers_of_phone on customers (company_id, phone_key) where phone_key is not null and is_deleted = 0;
create index customers_merged on customers (merged_into) where merged_into is not null;

create table customer_notes (
  id          bigint generated always as identity primary key,
  company_id  bigint not null,
  customer_id bigint not null,
  client_id   uuid not null,
  body        text not null check (length(body) between 1 and 5000),
  is_pinned   smallint not null default 0 check (is_pinned in (0, 1)),
  is_deleted  smallint not null default 0 check (is_deleted in (0, 1)),  -- for a day, while it may be taken back
  author_id   bigint references users,
  added       timestamptz not null default now(),
  updated     timestamptz not null default now(),
  unique (company_id, client_id),
  foreign key (company_id, customer_id) references customers (company_id, id)
);
create index customer_notes_of on customer_notes (customer_id, is_pinned desc, id desc);
call wall_off('customer_notes');

create table customer_tags (
  company_id  bigint not null,
  customer_id bigint not null,
  tag_id      bigint not null,
  added_by    bigint references users,
  primary key (customer_id, tag_id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, tag_id) references tags (company_id, id)
);
create index customer_tags_of_tag on customer_tags (tag_id);
call wall_off('customer_tags');

-- What a merge moved, so that taking it back is exact: what is still where it was put goes back, and nothing else.
create table customer_merges (
  id          bigint generated always as identity primary key,
  company_id  bigint not null,
  client_id   uuid not null,
  survivor_id bigint not null,
  merged_id   bigint not null,
  ticket_ids  bigint[] not null,
  note_ids    bigint[] not null,
  tag_ids     bigint[] not null,                 -- that the survivor has only since
  earlier_ids bigint[] not null,                 -- customers that had been merged into the other one before
  identities  jsonb not null,                    -- [{kind, value}]
  before      jsonb not null,                    -- of the survivor's fields, as far as they changed
  after       jsonb not null,
  merged_by   bigint references users,
  added       timestamptz not null default now(),
  undone_at   timestamptz,
  undone_by   bigint references users,
  unique (company_id, client_id),
  foreign key (company_id, survivor_id) references customers (company_id, id),
  foreign key (company_id, merged_id) references customers (company_id, id)
);
create index customer_merges_of_survivor on customer_merges (survivor_id, id desc);
create index customer_merges_of_merged on customer_merges (merged_id);
call wall_off('customer_merges');

-- Two who look alike and are not the same: nobody is asked again.
create table customers_apart (
  company_id bigint not null,
  one_id     bigint not null,
  other_id   bigint not null check (one_id < other_id),
  said_by    bigint references users,
  added      timestamptz not null default now(),
  primary key (one_id, other_id),
  foreign key (company_id, one_id) references customers (company_id, id),
  foreign key (company_id, other_id) references customers (company_id, id)
);
create index customers_apart_other on customers_apart (other_id);
call wall_off('customers_apart');

-- The receipt of an erasure: what went, when and by whom. It names nobody who was erased.
create table customer_erasures (
  id          bigint generated always as identity primary key,
  company_id  bigint not null,
  customer_id bigint not null,
  asked_by    bigint references users,
  asked_name  text not null,
  asked_at    timestamptz not null default now(),
  done_at     timestamptz,
  counts      jsonb not null default '{}',
  unique (customer_id),
  foreign key (company_id, customer_id) references customers (company_id, id)
);
call wall_off('customer_erasures');

-- A letter that somebody began: sent twice, it is there once. One letter may have begun several tickets.
alter table tickets add column composed_as uuid, add column composed_nth smallint;
create unique index tickets_composed on tickets (company_id, composed_as, composed_nth) where composed_as is not null;
