-- What is two mailboxes of a company is fetched twice, and every letter becomes two tickets. A mailbox in use holds its
-- account and its address; a disabled one lets them go. Of those that were there twice already the first holds them: the
-- others go on, until somebody names their account or address anew.
alter table mailboxes add column holds_account boolean not null default false;
update mailboxes m set holds_account = true
  from channel_accounts a where a.id = m.id and a.is_deleted = 0 and not exists (
    select from mailboxes o join channel_accounts oa on oa.id = o.id and oa.is_deleted = 0
    where o.company_id = m.company_id and o.id < m.id
      and (lower(o.from_email) = lower(m.from_email)
        or lower(o.imap_server) = lower(m.imap_server) and lower(o.imap_username) = lower(m.imap_username)));
create unique index mailboxes_one_account on mailboxes (company_id, lower(imap_server), lower(imap_username)) where holds_account;
create unique index mailboxes_one_address on mailboxes (company_id, lower(from_email)) where holds_account;
