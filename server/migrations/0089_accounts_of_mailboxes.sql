-- A mailbox that is pointed at another account has other mail under the same numbers: which of its accounts a mail came from
-- is a part of its place.

alter table mailboxes add column account int not null default 0;
alter table inbound_mails add column account int not null default 0;
alter table inbound_mails add constraint inbound_mails_one_place unique (mailbox_id, account, folder, uid_validity, uid);
alter table inbound_mails drop constraint inbound_mails_mailbox_id_folder_uid_validity_uid_key;
