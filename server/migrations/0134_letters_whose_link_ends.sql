-- A letter whose link has ended is of no use to anybody: until when it is worth sending. Absent where that is always.
alter table system_mails add column link_ends timestamptz;
-- How much failed lately is counted by when it was given up, which may be days after it was written: that is its `due_at`.
drop index system_mails_failed;
create index system_mails_failed on system_mails (due_at) where state = 'failed';
