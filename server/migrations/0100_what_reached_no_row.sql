-- What earlier ones told of rows that were there already reached none where whoever owns the database is no superuser:
-- they were walled off from it.
update mailboxes set send_error_since = now() where send_error_key is not null and send_error_since is null;
update mailboxes m set holds_account = true
  from channel_accounts a where a.id = m.id and a.is_deleted = 0 and not m.holds_account and not exists (
    select from mailboxes o join channel_accounts oa on oa.id = o.id and oa.is_deleted = 0
    where o.company_id = m.company_id and o.id <> m.id and (o.holds_account or o.id < m.id)
      and (lower(o.from_email) = lower(m.from_email)
        or lower(o.imap_server) = lower(m.imap_server) and lower(o.imap_username) = lower(m.imap_username)));
