-- What waits for somebody who had it elsewhere is not shared out meanwhile; not for ever, since not everybody comes.
alter table archived_assignees add column added timestamptz not null default now();
