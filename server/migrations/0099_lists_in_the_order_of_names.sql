-- Lists of nouns are opened by name, in the order of the Unicode Consortium; what was indexed was the order of their
-- making, by which nobody lists them.
drop index products_list;
create index products_list on products (company_id, name collate "und-x-icu", id);
drop index teams_list;
create index teams_list on teams (company_id, name collate "und-x-icu", id);
drop index calendars_list;
create index calendars_list on calendars (company_id, name collate "und-x-icu", id);
drop index channel_accounts_list;
create index channel_accounts_list on channel_accounts (company_id, kind, name collate "und-x-icu", id);
drop index phones_list;
create index phones_list on phones (company_id, phone_number collate "und-x-icu", id);
