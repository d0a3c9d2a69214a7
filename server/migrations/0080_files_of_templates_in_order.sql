-- Files of a template stand in the order in which they were chosen, not in the one in which they arrived.
alter table attachments add column place smallint;
