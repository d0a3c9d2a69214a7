-- What makes answering quick: categories of templates, templates, tags and labels of tickets, saved searches.

-- Folders of templates.
create table categories (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  name       text not null check (length(name) between 2 and 50),
  is_deleted smallint not null default 0 check (is_deleted in (0, 1)),
  added      timestamptz not null default now(),
  updated    timestamptz not null default now(),
  unique (company_id, id)
);
create unique index categories_name on categories (company_id, lower(name)) where is_deleted = 0;
create index categories_list on categories (company_id, added desc, id desc);
call wall_off('categories');

-- Answers that are written once. Who finds one: its owner, a team, or everybody (server/src/domain/templates).
create table templates (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references companies,
  category_id bigint,
  product_id  bigint,                                                            -- null: for all of them
  name        text not null check (length(name) between 2 and 100),
  texts       jsonb not null default '{}',                                       -- HTML by language
  words       text not null default '',                                          -- what is searched: the texts without markup
  visibility  text not null default 'personal' check (visibility in ('personal', 'team', 'company')),
  team_id     bigint check (visibility <> 'team' or team_id is not null),
  owner_id    bigint not null references users,
  times_used  int not null default 0,                                            -- replies sent with it
  is_deleted  smallint not null default 0 check (is_deleted in (0, 1)),
  added       timestamptz not null default now(),
  updated     timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, category_id) references categories (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, team_id) references teams (company_id, id)
);
create function note_template_words() returns trigger language plpgsql as $$
begin
  new.words := lower(regexp_replace(new.texts::text, '<[^>]*>', ' ', 'g'));
  return new;
end $$;
create trigger template_words before insert or update of texts on templates for each row execute function note_template_words();
create index templates_list on templates (company_id, added desc, id desc);
create index templates_by_use on templates (company_id, times_used desc, id desc);
create index templates_of_category on templates (company_id, category_id);
call wall_off('templates');

-- How often and when each person used each template: the ones used lately are offered first.
create table template_uses (
  company_id  bigint not null,
  template_id bigint not null,
  user_id     bigint not null references users,
  times       int not null default 1,
  last_used   timestamptz not null default now(),
  primary key (template_id, user_id),
  foreign key (company_id, template_id) references templates (company_id, id)
);
create index template_uses_of_user on template_uses (company_id, user_id, last_used desc);
call wall_off('template_uses');

-- A file may belong to a template instead of a message.
alter table attachments add column template_id bigint;
alter table attachments add foreign key (company_id, template_id) references templates (company_id, id);
alter table attachments add check (message_id is null or template_id is null);
create index attachments_of_template on attachments (template_id, id) where template_id is not null;
-- Several may share the bytes of one file: a template's, and those of letters it went into.
create index attachments_by_file on attachments (file_key) where uploaded_by is not null;
drop index attachments_adrift;
create index attachments_adrift on attachments (added) where message_id is null and template_id is null;

-- The language a customer is answered in; null: as they write.
alter table customers add column language text check (language in ('en', 'ua'));

create table tags (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references companies,
  name        text not null check (length(name) between 3 and 50),
  color       text not null,
  merged_into bigint,
  is_deleted  smallint not null default 0 check (is_deleted in (0, 1)),
  added       timestamptz not null default now(),
  updated     timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, merged_into) references tags (company_id, id),
  check (merged_into is null or is_deleted = 1)
);
create unique index tags_name on tags (company_id, lower(name)) where is_deleted = 0;
create index tags_list on tags (company_id, added desc, id desc);
create index tags_merged on tags (company_id, merged_into) where merged_into is not null;
call wall_off('tags');

-- The tags that these are by now, after every merge.
create function tags_now(tag_ids bigint[]) returns bigint[] language sql stable parallel safe
  as $$ with recursive chain as (
      select id, merged_into from tags where id = any (tag_ids)
      union select g.id, g.merged_into from chain c join tags g on g.id = c.merged_into)
    select coalesce(array_agg(id), '{}') from chain where merged_into is null $$;

create table ticket_tags (
  company_id  bigint not null,
  ticket_id   bigint not null,
  tag_id      bigint not null,
  merged_from bigint,                                       -- it came by a merge, and goes when that is taken back
  added_by    bigint references users,
  added       timestamptz not null default now(),
  primary key (ticket_id, tag_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id),
  foreign key (company_id, tag_id) references tags (company_id, id)
);
create index ticket_tags_of_tag on ticket_tags (company_id, tag_id, ticket_id);
call wall_off('ticket_tags');

-- What a ticket is about: one of a short list.
create table labels (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  name       text not null check (length(name) between 3 and 50),
  is_deleted smallint not null default 0 check (is_deleted in (0, 1)),
  added      timestamptz not null default now(),
  updated    timestamptz not null default now(),
  unique (company_id, id)
);
create unique index labels_name on labels (company_id, lower(name)) where is_deleted = 0;
create index labels_list on labels (company_id, added desc, id desc);
call wall_off('labels');
-- What every company starts with (contract/labels.ts): those that are there already have it too.
insert into labels (company_id, name)
  select c.id, first.name from companies c, unnest(array['Billing questions', 'Complaint', 'Bug report', 'Refund', 'Tech issue', 'Spam']) as first (name);

alter table tickets add column label_id bigint;
alter table tickets add foreign key (company_id, label_id) references labels (company_id, id);
create index tickets_by_label on tickets (company_id, label_id, updated desc, id desc) where label_id is not null;

create table saved_searches (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id    bigint not null references users,
  name       text not null check (length(name) between 3 and 50),
  query      jsonb not null,                                -- the state of the ticket list's filters (contract/saved-searches.ts)
  is_shared  smallint not null default 0 check (is_shared in (0, 1)),
  position   int not null default 0,
  is_deleted smallint not null default 0 check (is_deleted in (0, 1)),
  added      timestamptz not null default now(),
  updated    timestamptz not null default now(),
  unique (company_id, id)
);
create index saved_searches_list on saved_searches (company_id, user_id, position, id);
call wall_off('saved_searches');
