-- A list that is narrowed to a channel walks this: where few tickets came by it, all others were read to find them.
create index tickets_by_channel on tickets (company_id, channel, view_type, updated desc, id desc) where is_deleted = 0 and is_spam = 0 and merged_into_id is null;
