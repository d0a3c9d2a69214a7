-- What Snooze and Send later offer: a person's morning, evening and working days (1 is Monday).
alter table users
  add column snooze_morning text not null default '09:00',
  add column snooze_evening text not null default '18:00',
  add column snooze_days smallint[] not null default '{1,2,3,4,5}' check (cardinality(snooze_days) between 1 and 7);
