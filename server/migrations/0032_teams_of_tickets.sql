-- Tickets belong to teams, and stand in their queues.

alter table tickets
  add column team_id bigint,
  -- Since when it stands in its team's queue; the oldest is given out first. Null: it does not.
  add column queued_at timestamptz,
  -- Since when it had stood there when it was given out by itself. Null: somebody was chosen by hand, or nobody.
  add column given_from timestamptz,
  -- Who had it when it was put back by hand: it is not given to them again by itself.
  add column passed_by bigint references users,
  add foreign key (company_id, team_id) references teams (company_id, id);
create index tickets_by_team on tickets (company_id, team_id, view_type, updated desc, id desc) where is_deleted = 0 and is_spam = 0 and team_id is not null;
create index tickets_in_queue on tickets (company_id, team_id, queued_at, id) where queued_at is not null;
create index tickets_given on tickets (company_id, assignee_id) where given_from is not null;

-- By whose turn it is: whoever was given a ticket longest ago. Counted on from 1; 0 is nobody's yet.
alter table team_members add column turn bigint not null default 0;

-- Whatever changes a ticket, it stands in the queue exactly while it is its team's, nobody's and our turn.
create function keep_place_in_queue() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.assignee_id is distinct from old.assignee_id and new.given_from is not distinct from old.given_from then
    new.given_from := null;
  end if;
  if new.team_id is null or new.assignee_id is not null or ticket_bucket(new.is_deleted, new.is_spam, new.view_type, new.merged_into_id) is distinct from 'open' then
    new.queued_at := null;
  elsif new.queued_at is null or (tg_op = 'UPDATE' and new.team_id is distinct from old.team_id and new.queued_at is not distinct from old.queued_at) then
    new.queued_at := now();
  end if;
  return new;
end $$;
create trigger tickets_keep_their_place before insert or update on tickets for each row
  when (new.team_id is not null or new.queued_at is not null or new.given_from is not null) execute function keep_place_in_queue();

-- How much waits for a team, and who of narrow scope may know of it.
alter table ticket_counts add column team_id bigint not null default 0;     -- 0: none
create index ticket_counts_of_team on ticket_counts (company_id, team_id, bucket) where team_id <> 0;

create or replace function count_tickets() returns trigger language plpgsql as $$
declare
  was text;
  now_is text;
begin
  if tg_op <> 'INSERT' then was := ticket_bucket(old.is_deleted, old.is_spam, old.view_type, old.merged_into_id); end if;
  if tg_op <> 'DELETE' then now_is := ticket_bucket(new.is_deleted, new.is_spam, new.view_type, new.merged_into_id); end if;
  if tg_op = 'UPDATE' and was is not distinct from now_is and old.product_id = new.product_id and old.assignee_id is not distinct from new.assignee_id
    and old.team_id is not distinct from new.team_id then
    return null;
  end if;
  if was is not null then
    insert into ticket_counts (company_id, product_id, assignee_id, team_id, bucket, delta)
      values (old.company_id, old.product_id, coalesce(old.assignee_id, 0), coalesce(old.team_id, 0), was, -1);
  end if;
  if now_is is not null then
    insert into ticket_counts (company_id, product_id, assignee_id, team_id, bucket, delta)
      values (new.company_id, new.product_id, coalesce(new.assignee_id, 0), coalesce(new.team_id, 0), now_is, 1);
  end if;
  return null;
end $$;

create or replace function count_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts (company_id, product_id, assignee_id, team_id, bucket, delta)
    select company_id, product_id, coalesce(assignee_id, 0), coalesce(team_id, 0), ticket_bucket(is_deleted, is_spam, view_type, merged_into_id), count(*)
    from fresh where merged_into_id is null group by 1, 2, 3, 4, 5;
  return null;
end $$;
