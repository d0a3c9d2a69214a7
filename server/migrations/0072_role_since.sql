-- Days of grace count from when somebody got the role: what else changes in the row does not begin them anew.
alter table roles add column role_since timestamptz not null default now();
update roles set role_since = updated;
