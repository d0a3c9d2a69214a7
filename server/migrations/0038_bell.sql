-- What the bell lists: news that its person wants at the desk, until they have seen it.
alter table notifications
  add column in_app  smallint not null default 1 check (in_app in (0, 1)),
  add column read_at timestamptz;
create index notifications_unread on notifications (user_id, ticket_id) where read_at is null and in_app = 1;
