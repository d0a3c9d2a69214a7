-- The life of a ticket: it is put off and comes back at its time, follows one that was resolved long ago, and is thrown
-- away for good some time after it was put into the trash.
alter table tickets
  add column snoozed_until   timestamptz,
  add column wakes_on_reply  smallint not null default 1 check (wakes_on_reply in (0, 1)),
  add column follows_id      bigint,
  add column deleted_at      timestamptz,
  add constraint tickets_snoozed_until_a_time check ((view_type = 'snoozed') = (snoozed_until is not null)),
  add foreign key (company_id, follows_id) references tickets (company_id, id) on delete set null (follows_id);
update tickets set deleted_at = updated where is_deleted = 1;
create index tickets_to_wake on tickets (snoozed_until) where snoozed_until is not null;
create index tickets_snoozed on tickets (company_id, snoozed_until, id) where snoozed_until is not null and is_deleted = 0 and is_spam = 0;
create index tickets_that_follow on tickets (company_id, follows_id) where follows_id is not null;
create index tickets_to_throw_away on tickets (deleted_at) where deleted_at is not null;

create function note_ticket_deletion() returns trigger language plpgsql as $$
begin
  new.deleted_at := case when new.is_deleted = 1 then now() end;
  return new;
end $$;
create trigger tickets_note_deletion before update of is_deleted on tickets for each row
  when (old.is_deleted <> new.is_deleted) execute function note_ticket_deletion();

-- Who put a ticket off, until when and why, and how that ended. One of a ticket runs at a time.
create table snoozes (
  id             bigint generated always as identity primary key,
  company_id     bigint not null,
  ticket_id      bigint not null,
  user_id        bigint not null references users,
  until          timestamptz not null,
  reason         text not null default '',
  wakes_on_reply smallint not null check (wakes_on_reply in (0, 1)),
  was            text not null check (was in ('', 'answered', 'snoozed')),  -- where the ticket stood: undoing goes back there
  replaces_id    bigint,                                                    -- the one that ran until this one began
  added          timestamptz not null default now(),
  ended_at       timestamptz,
  ended_how      text check (ended_how in ('time', 'customer', 'person', 'undone', 'answered', 'resolved', 'replaced')),
  check ((ended_at is null) = (ended_how is null)),
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
create unique index snoozes_running on snoozes (ticket_id) where ended_at is null;
create index snoozes_of_ticket on snoozes (ticket_id, id desc);
call wall_off('snoozes');

-- Marked unread by what happened, whoever spoke last: a ticket that woke waits for its assignee.
alter table ticket_reads add column is_unread smallint not null default 0 check (is_unread in (0, 1));

-- What a blocked customer writes goes to spam.
alter table customers
  add column blocked_at timestamptz,
  add column blocked_by bigint references users;
