-- What somebody had made by a request with an id of its own: the same request makes it once. Forgotten after a day.
create table made_once (
  user_id    bigint not null references users,
  request_id uuid not null,
  -- Null: for the installation.
  company_id bigint references companies,
  what       text not null check (length(what) between 1 and 100),
  ids        bigint[] not null default '{}',
  made       timestamptz not null default now(),
  primary key (user_id, request_id)
);
create index made_once_oldest on made_once (made);
call wall_off('made_once');
