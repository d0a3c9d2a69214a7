-- Companies that the operators of the installation keep from working: nobody of them comes in, and nothing leaves in their
-- name. A company sees its own, and changes none.
create table company_suspensions (
  company_id   bigint primary key references companies,
  reason       text not null check (length(reason) between 1 and 500),
  contact      text not null check (length(contact) between 1 and 255),
  suspended_by bigint references users,
  at           timestamptz not null default now()
);
call keep_for_system('company_suspensions');
create policy own on company_suspensions for select using (company_id = any ((select parley_companies())::bigint[]));

-- Asked once by a statement that passes over what is theirs: `company_id <> all ((select parley_suspended())::bigint[])`.
create function parley_suspended() returns bigint[] language sql stable as $$
  select coalesce(array_agg(company_id), '{}') from company_suspensions
$$;

-- What the files and mails of each company take. To add them up reads all of its rows, so it is done now and then.
create table company_storage (
  company_id  bigint primary key references companies,
  bytes       bigint not null,
  measured_at timestamptz not null default now()
);
call wall_off('company_storage');
