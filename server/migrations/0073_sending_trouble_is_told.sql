-- Since when nothing leaves a mailbox, and when administrators were written to about it.
alter table mailboxes add column send_error_since timestamptz, add column send_trouble_told_at timestamptz;
update mailboxes set send_error_since = now() where send_error_key is not null;
create index mailboxes_not_sending on mailboxes (send_error_since) where send_error_since is not null;
