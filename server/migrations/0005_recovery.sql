-- Lost and changed passwords, changed addresses.

-- Hashes of the passwords before the current one: none of them may come again soon. Trimmed as they are added.
create table past_passwords (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users on delete cascade,
  password_hash text not null,
  added         timestamptz not null default now()
);
create index past_passwords_of_user on past_passwords (user_id, id);
call keep_for_system('past_passwords');

-- 'I forgot my password', said by anybody about any address. Whether it is an account's is found out later and elsewhere,
-- so that neither the answer nor its time tells.
create table recovery_requests (
  id         bigint generated always as identity primary key,
  email      text not null,
  language   text not null check (language in ('en', 'ua')),
  brand      text not null check (brand in ('main', 'local')),
  added      timestamptz not null default now()
);
call keep_for_system('recovery_requests');

create table password_resets (
  token_hash bytea primary key,
  user_id    bigint not null references users on delete cascade,
  email      text not null,               -- where it was sent; good only while that is the account's address
  added      timestamptz not null default now(),
  expires    timestamptz not null,
  used       timestamptz
);
create index password_resets_of_user on password_resets (user_id, added);
call keep_for_system('password_resets');

-- 'This was not me': takes a changed address back, by a letter to the old one.
create table address_undos (
  key_hash bytea primary key,
  user_id  bigint not null references users on delete cascade,
  email    text not null,                 -- the old address
  added    timestamptz not null default now(),
  expires  timestamptz not null,
  used     timestamptz
);
create index address_undos_of_user on address_undos (user_id);
call keep_for_system('address_undos');
