-- Operators look every few seconds at how much failed within a day.
create index deliveries_failed on deliveries (due_at) where state = 'failed';
create index system_mails_failed on system_mails (added) where state = 'failed';
