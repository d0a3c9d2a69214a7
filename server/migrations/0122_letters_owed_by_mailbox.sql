-- The next letter is looked for mailbox by mailbox: however many wait in one that cannot be reached, those of others do not
-- stand behind them.
create index deliveries_owed on deliveries (channel_account_id, due_at) where state in ('queued', 'sending');
drop index deliveries_of_account;
drop index deliveries_due;
