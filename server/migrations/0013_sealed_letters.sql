-- Letters carry links that open accounts. While one waits it is sealed with the installation's key, which is in no
-- database; once it is sent, or given up, nothing of it is left.
delete from system_mails where state = 'queued';
alter table system_mails drop column body_html, drop column body_text, add column sealed_body text,
  add constraint system_mails_body_check check ((state = 'queued') = (sealed_body is not null));
