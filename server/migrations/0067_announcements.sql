-- What operators of the installation tell everybody who works on it, over the desk, for a time.
create table announcements (
  id           bigint generated always as identity primary key,
  text_en      text not null check (length(text_en) between 1 and 300),
  text_uk      text not null check (length(text_uk) between 1 and 300),
  level        text not null check (level in ('info', 'warning')),
  begins       timestamptz not null,
  ends         timestamptz not null check (ends > begins),
  made_by      bigint references users,
  withdrawn_at timestamptz,
  added        timestamptz not null default now()
);
create index announcements_ahead on announcements (ends) where withdrawn_at is null;
call keep_for_system('announcements');

-- Who has read one and does not want to see it any longer.
create table announcements_put_away (
  announcement_id bigint not null references announcements,
  user_id         bigint not null references users on delete cascade,
  primary key (announcement_id, user_id)
);
call keep_for_system('announcements_put_away');
