-- Somebody who writes from a website: whoever shows the token that their browser drew. What a site's own server says of
-- them (external_id) is proven by its signature; name, address and number are as they typed them, and prove nothing.
create table visitors (
  id           bigint generated always as identity primary key,
  company_id   bigint not null references companies,
  quidget_id   bigint not null,
  token_hash   bytea not null,
  customer_id  bigint not null,
  external_id  text,
  name         text not null default '',
  email        text not null default '',
  phone        text not null default '',
  language     text not null check (language in ('en', 'ua')),
  user_agent   text not null default '',
  country      text,
  -- What the site's page says it knows of them.
  attributes   jsonb not null default '{}',
  added        timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (company_id, id),
  unique (quidget_id, token_hash),
  foreign key (company_id, quidget_id) references channel_accounts (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id)
);
create index visitors_by_external_id on visitors (quidget_id, external_id) where external_id is not null;
create index visitors_of_customer on visitors (company_id, customer_id);
call wall_off('visitors');

-- A ticket as its visitor knows it: a conversation, by a key that tells nothing.
create table chats (
  ticket_id          bigint primary key,
  company_id         bigint not null references companies,
  quidget_id         bigint not null,
  visitor_id         bigint not null,
  key                uuid not null unique default gen_random_uuid(),
  visitor_read_to    bigint not null default 0,
  -- The page on which it began.
  page_url           text not null default '',
  page_title         text not null default '',
  referrer           text not null default '',
  ended_by_visitor   timestamptz,
  rating             text check (rating in ('bad', 'good')),
  rating_comment     text not null default '',
  rated_at           timestamptz,
  -- When answers that nobody has read are mailed, and up to which one they were.
  mail_due_at        timestamptz,
  mailed_to          bigint not null default 0,
  added              timestamptz not null default now(),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, visitor_id) references visitors (company_id, id),
  foreign key (company_id, quidget_id) references channel_accounts (company_id, id)
);
create index chats_of_visitor on chats (visitor_id, ticket_id desc);
create index chats_to_mail on chats (mail_due_at) where mail_due_at is not null;
create index chats_of_quidget on chats (company_id, quidget_id);
call wall_off('chats');

-- What a visitor has uploaded and not sent yet.
alter table attachments add column visitor_id bigint;
alter table attachments add foreign key (company_id, visitor_id) references visitors (company_id, id) on delete set null (visitor_id);
create index attachments_of_visitor on attachments (company_id, visitor_id) where visitor_id is not null;

-- A customer's chat window is at its ticket like a desk.
alter table watchers alter column user_id drop not null;
alter table watchers add column visitor_id bigint references visitors on delete cascade;
alter table watchers add check (num_nonnulls(user_id, visitor_id) = 1);
