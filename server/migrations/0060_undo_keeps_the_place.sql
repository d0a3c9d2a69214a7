-- What is taken back leaves a ticket's place in the queue of its team as it was.

alter table tickets
  -- Whose it was before somebody gave it away by hand, who did, and its place in the queue then; `before` is the same of
  -- the time before. Null as soon as it becomes anybody's in another way.
  add column assigned_before jsonb,
  -- Since when it stood in the queue when it was put out of sight: it stands there again when it is taken out.
  add column queue_place timestamptz;

-- How the ticket stood when it was put off, in `was` as well.
alter table snoozes add column stood jsonb;

create or replace function keep_place_in_queue() returns trigger language plpgsql as $$
declare
  is_queued boolean := new.team_id is not null and new.assignee_id is null
    and ticket_bucket(new.is_deleted, new.is_spam, new.view_type, new.merged_into_id) is not distinct from 'open';
  is_given boolean := false;
begin
  if tg_op = 'UPDATE' then
    is_given := new.assignee_id is distinct from old.assignee_id or new.team_id is distinct from old.team_id;
    if new.assignee_id is distinct from old.assignee_id and new.given_from is not distinct from old.given_from then
      new.given_from := null;
    end if;
    if is_given and new.assigned_before is not distinct from old.assigned_before then
      new.assigned_before := null;
    end if;
    if is_given or new.view_type <> old.view_type then
      new.queue_place := null;
    elsif old.queued_at is not null and not is_queued then
      new.queue_place := old.queued_at;
    end if;
  end if;
  if not is_queued then
    new.queued_at := null;
  elsif new.queued_at is null or (tg_op = 'UPDATE' and new.team_id is distinct from old.team_id and new.queued_at is not distinct from old.queued_at) then
    new.queued_at := coalesce(new.queue_place, now());
  end if;
  if is_queued then
    new.queue_place := null;
  end if;
  return new;
end $$;
drop trigger tickets_keep_their_place on tickets;
create trigger tickets_keep_their_place before insert or update on tickets for each row
  when (new.team_id is not null or new.queued_at is not null or new.given_from is not null or new.assigned_before is not null)
  execute function keep_place_in_queue();
