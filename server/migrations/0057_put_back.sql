-- How a ticket stood before somebody resolved, reopened or woke it, and who did: taking that back puts it there again.
-- Null as soon as anything else moved it.
alter table tickets add column stood jsonb;

-- Of the survivor, where the merge moved it: undoing leads back to the same fourteen days.
alter table ticket_merges add column was_resolved_at timestamptz;
