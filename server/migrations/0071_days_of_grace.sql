-- Time to set two-factor up, for whoever has the role when it is required of it, or gets the role later.
alter table company_role_settings
  add column grace_days smallint not null default 0 check (grace_days between 0 and 30),
  add column required_since timestamptz not null default now();
