-- News on devices, letters only to those who are away, and on what day a week begins.

-- When somebody last touched the desk by hand, there; null: never.
alter table sessions add column active_at timestamptz;

alter table users
  add column week_start text check (week_start in ('monday', 'sunday', 'saturday')),  -- null: as the device has it
  add column mail_when text not null default 'away' check (mail_when in ('away', 'always')),
  add column push_preview smallint not null default 1 check (push_preview in (0, 1));
-- 0: no push of this company says who wrote, about what, or what.
alter table companies add column push_preview smallint not null default 1 check (push_preview in (0, 1));

-- Letters are written when they go out, each with everything that waited for it; `mail_at` is when one is due, or went.
alter table notifications
  add column who text not null default '',
  add column mail_state text check (mail_state in ('queued', 'sent', 'dropped'));
update notifications set mail_state = 'sent' where mail_at is not null;
alter table notifications
  add constraint notifications_mail check ((mail_at is null) = (mail_state is null));
drop index notifications_mailed;
create index notifications_mail_sent on notifications (user_id, mail_at desc) where mail_state = 'sent';
create index notifications_mail_due on notifications (mail_at) where mail_state = 'queued';

-- By which push services know this installation (VAPID, RFC 8292). Made when first needed.
create table push_keys (
  id          smallint primary key default 1 check (id = 1),
  public_key  text not null,
  private_key text not null,                     -- sealed
  added       timestamptz not null default now()
);
call keep_for_system('push_keys');

-- Browsers that asked for news, each under the session it was signed in with. Without one nothing is sent; who signs in
-- there again goes on hearing.
create table push_devices (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  session_id bigint references sessions on delete set null,
  endpoint   text not null unique,
  p256dh     text not null,
  auth       text not null,                      -- sealed
  failures   smallint not null default 0,        -- in a row
  last_used  timestamptz,                        -- when something last arrived
  added      timestamptz not null default now()
);
create index push_devices_of_user on push_devices (user_id);
create index push_devices_of_session on push_devices (session_id);
call keep_for_system('push_devices');

-- What is owed to a device.
create table pushes (
  id              bigint generated always as identity primary key,
  device_id       bigint not null references push_devices on delete cascade,
  notification_id bigint references notifications on delete cascade,  -- null: somebody tries whether it works
  state           text not null default 'queued' check (state in ('queued', 'sent', 'dropped', 'failed')),
  attempts        smallint not null default 0,
  error           text,
  due_at          timestamptz not null default now(),                 -- while somebody sends it: when it may be taken over
  added           timestamptz not null default now()
);
create index pushes_due on pushes (due_at) where state = 'queued';
create index pushes_of_device on pushes (device_id, added);
create index pushes_of_notification on pushes (notification_id);
create index pushes_oldest on pushes (added) where state <> 'queued';
call keep_for_system('pushes');
