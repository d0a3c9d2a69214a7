-- Why letters have no copy in the mailbox's Sent box: there is none, or a copy was given up.
alter table mailboxes add copy_error_key text;
alter table mailboxes add copy_error_details text;
