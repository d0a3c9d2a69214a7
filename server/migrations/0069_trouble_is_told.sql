-- When administrators were written to about a channel that needs somebody.
alter table channel_accounts add column trouble_told_at timestamptz;
create index channel_accounts_in_trouble on channel_accounts (health_since) where health_state = 'action_needed' and is_deleted = 0;
