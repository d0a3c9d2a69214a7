-- What somebody here decided about a ticket's assignee or team ends its waiting for whoever had it elsewhere; they get it all
-- the same where nobody has it when they come.
alter table archived_assignees add column is_awaited smallint not null default 1 check (is_awaited in (0, 1));
update archived_assignees a set is_awaited = 0 from tickets t where t.company_id = a.company_id and t.id = a.ticket_id and t.passed_by is not null;
