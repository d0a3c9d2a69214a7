-- An account was locked for an address. Whether it is anybody's, and who gets the letter that unlocks, is found out later and
-- elsewhere, so that the time of the answer does not tell.
create table unlock_requests (
  id         bigint generated always as identity primary key,
  email      text not null,
  address    text not null,
  brand      text not null check (brand in ('main', 'local')),
  added      timestamptz not null default now()
);
call keep_for_system('unlock_requests');
