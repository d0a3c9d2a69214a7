-- Letters show the logo that the company had when they were written.
alter table products add column logo_in_letters smallint not null default 0 check (logo_in_letters in (0, 1));
alter table messages add column logo text;
alter table system_mails add column logo text;

-- Everybody orders saved searches for themselves, the shared ones too. What has no place here stands last.
create table saved_search_places (
  company_id      bigint not null references companies,
  user_id         bigint not null references users on delete cascade,
  saved_search_id bigint not null references saved_searches on delete cascade,
  position        integer not null,
  primary key (user_id, saved_search_id)
);
create index saved_search_places_of_search on saved_search_places (saved_search_id);
insert into saved_search_places (company_id, user_id, saved_search_id, position)
  select company_id, user_id, id, position from saved_searches;
alter table saved_searches drop column position;
call wall_off('saved_search_places');
