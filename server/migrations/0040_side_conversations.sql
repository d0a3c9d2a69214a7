-- Letters to third parties beside a ticket, and what notes said before they were edited.

-- A conversation of a ticket with somebody outside who is not its customer. Its letters are messages with kinds of their
-- own (`side_inbound`, `side_outbound`; `forward` where it begins with letters of the thread), so that whatever asks for
-- `inbound` and `outbound` never meets them: what the customer gets is made of those alone.
create table side_conversations (
  id                 bigint generated always as identity primary key,
  company_id         bigint not null,
  ticket_id          bigint not null,
  origin_ticket_id   bigint not null,               -- where it was begun: unmerging is an update
  channel_account_id bigint not null,
  from_address       text not null,
  subject            text not null,
  state              text not null default 'open' check (state in ('open', 'done')),
  is_unseen          smallint not null default 0 check (is_unseen in (0, 1)),   -- an answer that nobody has opened
  partners           jsonb not null default '[]',   -- [{name, address}]: everybody we wrote to in it
  opened_by          bigint references users,
  last_message_id    bigint,
  added              timestamptz not null default now(),
  updated            timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  foreign key (company_id, channel_account_id) references channel_accounts (company_id, id)
);
create index side_conversations_of_ticket on side_conversations (company_id, ticket_id, id);
call wall_off('side_conversations');

alter table messages
  add column side_id   bigint,
  add column edits     int not null default 0,
  add column edited_at timestamptz,
  add constraint messages_side_fkey foreign key (company_id, side_id) references side_conversations (company_id, id),
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in ('inbound', 'outbound', 'note', 'event', 'call', 'forward', 'side_inbound', 'side_outbound')),
  add constraint messages_side_check check ((side_id is not null) = (kind in ('forward', 'side_inbound', 'side_outbound')));
create index messages_of_side on messages (company_id, side_id, id) where side_id is not null;

-- What a note said before.
create table note_versions (
  id         bigint generated always as identity primary key,
  company_id bigint not null,
  message_id bigint not null,
  body_html  text,
  body_text  text not null,
  written_at timestamptz not null,
  added      timestamptz not null default now(),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index note_versions_of_message on note_versions (message_id, id);
call wall_off('note_versions');

-- Of what was forwarded: its bytes are another letter's.
alter table attachments add column is_copy smallint not null default 0 check (is_copy in (0, 1));

create or replace function search_new_messages() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id, from_message)
    select company_id, ticket_id, min(id) from fresh
    where kind in ('inbound', 'outbound', 'note', 'forward', 'side_inbound', 'side_outbound') group by 1, 2;
  return null;
end $$;
