-- How many letters of a mailbox are under way is asked for each one that is due; of hundreds that wait two are.
create index deliveries_sending on deliveries (channel_account_id) where state = 'sending';

-- Letters about what happened in tickets wait for those of accounts, whose links live for an hour.
alter table system_mails add column is_news smallint not null default 0 check (is_news in (0, 1));
drop index system_mails_due;
create index system_mails_due on system_mails (is_news, due_at) where state = 'queued';

-- Customers are suggested by their words while one types; those whose words were not read yet are looked at beside.
create index search_due_customers on search_due (company_id, customer_id) where customer_id is not null;
