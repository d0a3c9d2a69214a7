-- Who has a page of a site open: news of the moment, for the desks that watch the sites.
create unlogged table visits (
  id            bigint generated always as identity primary key,
  process       uuid not null,
  -- Of the page that holds it: one that has given it up to another says nothing more.
  seat          uuid not null default gen_random_uuid(),
  company_id    bigint not null references companies,
  quidget_id    bigint not null,
  visitor_id    bigint references visitors on delete cascade,
  -- A keyed fingerprint of address and program, by which the next page is found to be of the same visit. It is kept while
  -- the visit lasts and half an hour after; null where consent is asked for and was not given.
  came_by       text,
  page_url      text not null,
  page_title    text not null,
  page_since    timestamptz not null default now(),
  pages         integer not null default 1,
  trail         jsonb not null default '[]',
  referrer      text not null,
  language      text not null check (language in ('en', 'ua')),
  user_agent    text not null default '',
  country       text,
  -- Proactive messages that were shown in this visit.
  shown         text[] not null default '{}',
  -- What an agent wrote first.
  invitation    uuid unique,
  invited_by    bigint references users on delete cascade,
  invited_at    timestamptz,
  invited_text  text,
  is_told       boolean not null default true,
  is_here       boolean not null default true,
  began         timestamptz not null default now(),
  moved_at      timestamptz not null default clock_timestamp(),
  until         timestamptz not null,
  foreign key (company_id, quidget_id) references channel_accounts (company_id, id)
);
create index visits_of_company on visits (company_id, id desc) where is_here;
create index visits_moved on visits (moved_at);
create index visits_until on visits (until);
create index visits_by_came_by on visits (quidget_id, came_by) where came_by is not null and not is_here;
create index visits_of_visitor on visits (visitor_id) where visitor_id is not null;
call wall_off('visits');

-- When they agreed to what the form asks consent for.
alter table visitors add column agreed_at timestamptz;
create index visitors_by_email on visitors (company_id, lower(email)) where email <> '';
