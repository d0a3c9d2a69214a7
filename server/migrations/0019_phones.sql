-- Telephone numbers. Operators of the installation bring them in; they lie in a pool, of company 0, until a company takes
-- one for a product, and go back there.

create table acd_providers (
  id         bigint generated always as identity primary key,
  company_id bigint not null default 0 check (company_id = 0),
  provider   text not null unique check (length(provider) between 1 and 30)
);
insert into acd_providers (provider) values ('SIP'), ('Twilio');
call wall_off('acd_providers');

create table phones (
  id              bigint generated always as identity primary key,
  company_id      bigint not null default 0,
  product_id      bigint,
  acd_provider_id bigint not null references acd_providers,
  name            text not null check (length(name) between 2 and 20),
  phone_number    text not null unique check (phone_number ~ '^\+[1-9][0-9]{5,14}$'),  -- E.164
  country_code    text not null default '' check (length(country_code) in (0, 2)),     -- ISO 3166; empty where it belongs to none
  is_onboarding   smallint not null default 1 check (is_onboarding in (0, 1)),
  is_deleted      smallint not null default 0 check (is_deleted in (0, 1)),
  added           timestamptz not null default now(),
  updated         timestamptz not null default now(),
  unique (company_id, id),
  check ((company_id = 0) = (product_id is null)),
  foreign key (company_id, product_id) references products (company_id, id)
);
create index phones_list on phones (company_id, added desc, id desc);
create index phones_of_product on phones (product_id) where product_id is not null;
call wall_off('phones');

-- Who had a number when. A company sees its own part of a number's life.
create table phone_assignments (
  id          bigint generated always as identity primary key,
  company_id  bigint not null,
  phone_id    bigint not null references phones,
  product_id  bigint not null,
  taken_by    bigint references users,
  taken_at    timestamptz not null default now(),
  returned_by bigint references users,
  returned_at timestamptz,
  foreign key (company_id, product_id) references products (company_id, id)
);
create unique index phone_assignments_open on phone_assignments (phone_id) where returned_at is null;
create index phone_assignments_of_phone on phone_assignments (company_id, phone_id, id desc);
call wall_off('phone_assignments');
