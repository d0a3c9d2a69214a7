-- Tickets that became one, tickets that were parted, and tickets that know of each other.

-- Where a merged ticket is found by now, after every merge: it is in no list, and its number leads there.
alter table tickets
  add column merged_into_id bigint,
  add check (merged_into_id <> id),
  add foreign key (company_id, merged_into_id) references tickets (company_id, id) on delete cascade;
-- Lists and their totals are read from these alone.
drop index tickets_by_view;
create index tickets_by_view on tickets (company_id, view_type, updated desc, id desc) where is_deleted = 0 and is_spam = 0 and merged_into_id is null;
drop index tickets_by_product;
create index tickets_by_product on tickets (company_id, product_id, view_type, updated desc, id desc) where is_deleted = 0 and is_spam = 0 and merged_into_id is null;
create index tickets_merged on tickets (company_id, merged_into_id) where merged_into_id is not null;

-- Who merged what into what, one row for each ticket that went. The newest that is not undone says where it is.
create table ticket_merges (
  id                bigint generated always as identity primary key,
  company_id        bigint not null,
  survivor_id       bigint not null,                          -- as it was asked for; it may have been merged itself since
  ticket_id         bigint not null,
  merged_by         bigint references users,
  merged_at         timestamptz not null default now(),
  undone_by         bigint references users,
  undone_at         timestamptz,
  was_view_type     text,                                     -- of the survivor, where the merge moved it: undoing leads back
  was_waiting_since timestamptz,
  tags_added        bigint[] not null default '{}',           -- tags the survivor has by this alone
  is_split          smallint not null default 0 check (is_split in (0, 1)),  -- a split that was taken back, for good
  check (survivor_id <> ticket_id),
  foreign key (company_id, survivor_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create unique index ticket_merges_one on ticket_merges (ticket_id) where undone_at is null;
create index ticket_merges_of_survivor on ticket_merges (survivor_id, id);
call wall_off('ticket_merges');

-- Messages that became a ticket of their own, so that it can be taken back.
create table ticket_splits (
  id             bigint generated always as identity primary key,
  company_id     bigint not null,
  from_ticket_id bigint not null,
  ticket_id      bigint not null,
  message_ids    bigint[] not null,
  origin_ids     bigint[] not null,                           -- whose each of them was
  split_by       bigint references users,
  split_at       timestamptz not null default now(),
  undone_at      timestamptz,
  foreign key (company_id, from_ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index ticket_splits_of_ticket on ticket_splits (company_id, ticket_id);
create index ticket_splits_from_ticket on ticket_splits (company_id, from_ticket_id);
call wall_off('ticket_splits');

-- Two tickets that know of each other, by one link at most. `ticket_id` follows, or was split off, the other one.
create table ticket_links (
  company_id bigint not null,
  ticket_id  bigint not null,
  other_id   bigint not null,
  kind       text not null check (kind in ('related', 'follows', 'split')),
  linked_by  bigint references users,                         -- null: Parley did
  linked_at  timestamptz not null default now(),
  primary key (ticket_id, other_id),
  check (ticket_id <> other_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, other_id) references tickets (company_id, id) on delete cascade
);
create unique index ticket_links_pair on ticket_links (least(ticket_id, other_id), greatest(ticket_id, other_id));
create index ticket_links_to on ticket_links (company_id, other_id);
call wall_off('ticket_links');

-- How each ticket stood before a job changed many at once: undoing goes back there.
create table bulk_changes (
  company_id bigint not null,
  job_id     bigint not null,
  ticket_id  bigint not null,
  before     jsonb not null,
  primary key (company_id, job_id, ticket_id),
  foreign key (company_id, job_id) references jobs (company_id, id) on delete cascade
);
call wall_off('bulk_changes');

-- A merged ticket is counted nowhere.
drop function ticket_bucket(smallint, smallint, text);
create function ticket_bucket(is_deleted smallint, is_spam smallint, view_type text, merged_into_id bigint)
  returns text language sql immutable parallel safe
  as $$ select case when merged_into_id is not null then null when is_deleted = 1 then 'trash' when is_spam = 1 then 'spam'
                    when view_type = '' then 'open' else view_type end $$;

create or replace function count_tickets() returns trigger language plpgsql as $$
declare
  was text;
  now_is text;
begin
  if tg_op <> 'INSERT' then was := ticket_bucket(old.is_deleted, old.is_spam, old.view_type, old.merged_into_id); end if;
  if tg_op <> 'DELETE' then now_is := ticket_bucket(new.is_deleted, new.is_spam, new.view_type, new.merged_into_id); end if;
  if tg_op = 'UPDATE' and was is not distinct from now_is and old.product_id = new.product_id and old.assignee_id is not distinct from new.assignee_id then
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

create or replace function count_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts (company_id, product_id, assignee_id, bucket, delta)
    select company_id, product_id, coalesce(assignee_id, 0), ticket_bucket(is_deleted, is_spam, view_type, merged_into_id), count(*)
    from fresh where merged_into_id is null group by 1, 2, 3, 4;
  return null;
end $$;
