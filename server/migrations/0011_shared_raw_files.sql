-- Mails that are fetched together lie in one file: where this one begins. Null: it has a file of its own.
alter table inbound_mails add column raw_offset bigint;

-- Whether somebody is at work on a mailbox is asked with every turn, however much waits in it.
create index inbound_mails_in_hand on inbound_mails (mailbox_id) where outcome = 'waiting' and lease_token is not null;
