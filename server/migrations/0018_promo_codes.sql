-- Codes that take percent off a price. Operators of the installation make them; no tenant has a part in them.

create table promo_batches (
  id      bigint generated always as identity primary key,
  name    text not null check (length(name) between 1 and 100),
  percent smallint not null check (percent between 1 and 100),
  uses    smallint not null check (uses between 1 and 100),
  begins  timestamptz not null,
  expires timestamptz not null check (expires > begins),
  made_by bigint references users,
  added   timestamptz not null default now()
);
call keep_for_system('promo_batches');

create table promo_codes (
  id         bigint generated always as identity primary key,
  batch_id   bigint not null references promo_batches,
  code       text not null unique check (length(code) = 8),
  uses_left  smallint not null check (uses_left >= 0),
  revoked_at timestamptz
);
create index promo_codes_of_batch on promo_codes (batch_id, id);
call keep_for_system('promo_codes');
