-- Letters that begin a ticket: while they are being written, and while they wait for their time. They have no ticket yet,
-- so they are their writer's alone.
create table new_letters (
  id           bigint generated always as identity primary key,
  company_id   bigint not null references companies,
  user_id      bigint not null references users on delete cascade,
  -- It is kept and sent under the same id: either of them twice is once.
  client_id    uuid not null,
  -- draft: being written; waiting: leaves at send_at; held: its time came and it was refused, its writer decides;
  -- taken_back: nothing is left of it but its client_id, so that a late repetition of the request sends nothing
  state        text not null default 'draft' check (state in ('draft', 'waiting', 'held', 'taken_back')),
  version      int not null default 1,
  device       uuid,                               -- that wrote it last
  kind         text not null default 'mail' check (kind in ('mail', 'call', 'note')),
  product_id   bigint not null,
  from_address text,
  recipients   jsonb not null default '{"to": [], "cc": [], "bcc": []}',
  customer_id  bigint,                             -- whom a call or a note is about, where no address says it
  how          text not null default 'each' check (how in ('each', 'together')),
  subject      text not null default '',
  body_html    text not null default '',           -- cleaned when it was written
  body_text    text not null default '',
  template_ids bigint[] not null default '{}',
  assignee_id  bigint,
  tag_ids      bigint[] not null default '{}',
  -- Of what waits.
  why          text check (why in ('undo', 'later')),
  send_at      timestamptz,
  then_do      jsonb,
  held_key     text,
  added        timestamptz not null default now(),
  updated      timestamptz not null default now(),
  unique (user_id, client_id),
  check (state not in ('waiting', 'held') or (why is not null and send_at is not null))
);
create index new_letters_due on new_letters (send_at) where state = 'waiting';
create index new_letters_of_company on new_letters (company_id);
create index new_letters_oldest on new_letters (updated);
call wall_off('new_letters');

-- An upload that such a letter holds is kept as long as the letter.
alter table attachments add column new_letter_id bigint references new_letters on delete set null;
create index attachments_of_new_letter on attachments (new_letter_id) where new_letter_id is not null;

-- What becomes of a letter is told to its writer: no other rows for one person may be written from within a company.
create policy tenant_tells_of_new_letters on events for insert with check (
  entity = 'new-letters' and company_id = any ((select parley_companies())::bigint[])
  and user_id = (select l.user_id from new_letters l where l.company_id = events.company_id and l.id = events.entity_id));
