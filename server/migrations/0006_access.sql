-- Who sees which tickets of a company, in which teams and products people work, and from where a company may be reached.

-- How far a person sees within a company: own < team, product < company (server/src/domain/people/caller.ts).
alter table roles add column scope text not null default 'company' check (scope in ('own', 'team', 'product', 'company'));
-- Somebody who was removed keeps the name on what they wrote, and may come back.
alter table roles add column is_deleted smallint not null default 0 check (is_deleted in (0, 1));
alter table roles add column updated timestamptz not null default now();

create table teams (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  name       text not null check (length(name) between 2 and 30),
  is_deleted smallint not null default 0 check (is_deleted in (0, 1)),
  added      timestamptz not null default now(),
  updated    timestamptz not null default now(),
  unique (company_id, id)
);
create index teams_list on teams (company_id, added desc, id desc);
call wall_off('teams');

-- Who is no longer of the company is of none of its teams, and works in none of its products.
create table team_members (
  company_id bigint not null,
  team_id    bigint not null,
  user_id    bigint not null,
  added      timestamptz not null default now(),
  primary key (company_id, user_id, team_id),
  foreign key (company_id, team_id) references teams (company_id, id),
  foreign key (company_id, user_id) references roles (company_id, user_id) on delete cascade
);
create index team_members_of_team on team_members (team_id);
call wall_off('team_members');

create table product_members (
  company_id bigint not null,
  product_id bigint not null,
  user_id    bigint not null,
  added      timestamptz not null default now(),
  primary key (company_id, user_id, product_id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, user_id) references roles (company_id, user_id) on delete cascade
);
create index product_members_of_product on product_members (product_id);
call wall_off('product_members');

-- Lines as they were typed: one address, one subnet each.
alter table companies add column restrict_remote_access smallint not null default 0 check (restrict_remote_access in (0, 1));
alter table companies add column ips_list text not null default '';
alter table companies add column subnets text not null default '';
alter table companies add column logo text;

-- Whoever wrote a customer down sees them before there is a ticket.
alter table customers add column added_by bigint references users;
