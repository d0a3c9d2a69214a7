-- Work that takes longer than anybody waits for an answer: exports, imports. Each is a row that is leased while somebody
-- works on it, and says how far it has come.

create table jobs (
  id               bigint generated always as identity primary key,
  company_id       bigint not null references companies,
  asked_by         bigint not null references users,
  request_id       uuid not null,                 -- chosen by whoever asked: asking again finds this one
  kind             text not null,
  entity           text,                          -- whose rows it is about; null: of several
  input            jsonb not null,
  asked_from       text,                          -- the address, which must go on being let in
  user_agent       text,
  state            text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  is_cancel_asked  boolean not null default false,
  done             int not null default 0 check (done >= 0),
  total            int check (total >= 0),        -- null: not known yet
  checkpoint       jsonb,                         -- where to go on; written together with what was done
  summary          jsonb,
  file_name        text,                          -- null: there is nothing to fetch
  file_type        text,
  error_key        text,
  attempts         smallint not null default 0,   -- since it last came further
  lease_token      uuid,
  due_at           timestamptz not null default now(),  -- while somebody works on it: when it may be taken over
  told_at          timestamptz,                   -- when desks last heard how far it is
  added            timestamptz not null default now(),
  started          timestamptz,
  ended            timestamptz,
  unique (company_id, id),
  unique (company_id, asked_by, request_id),
  check ((ended is null) = (state in ('waiting', 'running')))
);
create index jobs_of_person on jobs (company_id, asked_by, id desc);
create index jobs_due on jobs (due_at) where state in ('waiting', 'running');
create index jobs_open on jobs (company_id) where state in ('waiting', 'running');
create index jobs_ended on jobs (ended) where ended is not null;
call wall_off('jobs');

-- What a job made, in parts that follow one another: each is written once, so that a job that is taken over goes on
-- behind the last.
create table job_parts (
  company_id bigint not null,
  job_id     bigint not null,
  place      int not null check (place >= 0),
  file_key   text not null unique,
  bytes      bigint not null check (bytes >= 0),
  primary key (company_id, job_id, place),
  foreign key (company_id, job_id) references jobs (company_id, id)
);
call wall_off('job_parts');

-- News of a job are for whoever asked for it, and told from within the company's own transactions.
create policy tenant_tells_of_jobs on events for insert
  with check (entity = 'jobs' and company_id = any ((select parley_companies())::bigint[])
    and user_id = (select j.asked_by from jobs j where j.company_id = events.company_id and j.id = events.entity_id));

-- Files of rows that are to be imported: how they are read is known, what they mean is chosen on a screen.
create table csv_uploads (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references companies,
  uploaded_by bigint not null references users,
  entity      text not null,
  file_key    text not null unique,
  file_name   text not null,
  bytes       bigint not null,
  encoding    text not null,
  delimiter   text not null check (length(delimiter) = 1),
  rows        int not null,
  added       timestamptz not null default now()
);
create index csv_uploads_of_person on csv_uploads (company_id, uploaded_by, id desc);
create index csv_uploads_oldest on csv_uploads (added);
call wall_off('csv_uploads');

-- By which an import finds customers again, however their numbers are written.
create index customers_phone_digits on customers (company_id, (regexp_replace(phone, '[^0-9+]', '', 'g')))
  where phone is not null;
