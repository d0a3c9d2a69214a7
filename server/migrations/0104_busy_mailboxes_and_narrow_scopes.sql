-- How many letters of a mailbox are under way is asked for each one that is due; of hundreds that wait two are.
create index deliveries_sending on deliveries (channel_account_id) where state = 'sending';
