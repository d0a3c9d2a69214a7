-- Whose desk stands at which ticket, and what they do there. Each socket has one row per ticket it was at lately; leaving
-- keeps the row for a while, so that the other processes learn of it. Nothing here outlives a crash, and needs not.
create unlogged table watchers (
  socket     uuid not null,
  process    uuid not null,
  company_id bigint not null references companies,
  ticket_id  bigint not null,
  user_id    bigint not null references users on delete cascade,
  doing      text not null check (doing in ('reading', 'replying', 'noting', 'gone')),
  moved_at   timestamptz not null default clock_timestamp(),
  until      timestamptz not null,
  primary key (socket, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index watchers_moved on watchers (moved_at);
create index watchers_of_ticket on watchers (company_id, ticket_id);
create index watchers_of_process on watchers (process);
call wall_off('watchers');
