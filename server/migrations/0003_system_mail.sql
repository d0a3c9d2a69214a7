-- Letters Parley itself writes (confirmation of an address and the like), owed from the moment of the cause.
create table system_mails (
  id          bigint generated always as identity primary key,
  to_name     text not null,
  to_address  text not null,
  subject     text not null,
  body_html   text not null,
  body_text   text not null,
  message_id  text not null,
  state       text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts    int not null default 0,
  due_at      timestamptz not null default now(),
  error       text,
  added       timestamptz not null default now()
);
create index system_mails_due on system_mails (due_at) where state = 'queued';
call keep_for_system('system_mails');
