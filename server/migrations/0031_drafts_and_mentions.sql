-- What is being written and was not sent yet: a draft per person, ticket and kind, and letters that wait for their time.
create table drafts (
  id           bigint generated always as identity primary key,
  company_id   bigint not null,
  ticket_id    bigint not null,
  user_id      bigint not null references users on delete cascade,
  kind         text not null check (kind in ('reply', 'note')),
  -- draft: being written; waiting: leaves at send_at; held: its time may come, a person decides; taken_back: nothing is
  -- left of it but its client_id, so that a late repetition of the request sends nothing
  state        text not null default 'draft' check (state in ('draft', 'waiting', 'held', 'taken_back')),
  version      int not null default 1,
  body_html    text not null default '',           -- cleaned when it was written
  body_text    text not null default '',
  recipients   jsonb,                              -- {to, cc, bcc}; null: the suggested ones
  from_address text,
  in_reply_to  bigint,
  template_ids bigint[] not null default '{}',
  mentions     jsonb not null default '[]',        -- [{kind: user|team, id, name}]
  signs        smallint not null default 1 check (signs in (0, 1)),
  -- Of what waits.
  client_id    uuid,
  why          text check (why in ('undo', 'later')),
  send_at      timestamptz,
  then_do      jsonb,
  held_key     text,
  added        timestamptz not null default now(),
  updated      timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  check ((state = 'draft') = (client_id is null)),
  check (state not in ('waiting', 'held') or (kind = 'reply' and why is not null and send_at is not null and recipients is not null))
);
-- One is written at a time; any number may wait.
create unique index drafts_being_written on drafts (ticket_id, user_id, kind) where state = 'draft';
create unique index drafts_by_client on drafts (ticket_id, client_id) where client_id is not null;
create index drafts_due on drafts (send_at) where state = 'waiting';
create index drafts_of_user on drafts (user_id, company_id, updated);
create index drafts_oldest on drafts (updated);
call wall_off('drafts');

-- An upload that a draft holds is kept as long as the draft.
alter table attachments add column draft_id bigint references drafts on delete set null;
create index attachments_of_draft on attachments (draft_id) where draft_id is not null;

-- Whom a note names. The ticket is the message's, wherever that is moved.
create table mentions (
  company_id bigint not null,
  message_id bigint not null,
  user_id    bigint not null references users on delete cascade,
  team_id    bigint,                               -- named together with their team
  seen_at    timestamptz,
  added      timestamptz not null default now(),
  primary key (message_id, user_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index mentions_of_user on mentions (user_id, company_id, message_id);
create index mentions_unseen on mentions (user_id) where seen_at is null;
call wall_off('mentions');

alter table users add column undo_send_seconds smallint not null default 10
  check (undo_send_seconds in (0, 5, 10, 20, 30));
