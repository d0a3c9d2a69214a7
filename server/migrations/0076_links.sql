-- Addresses of a company's own beside its tickets. What tokens are signed with is sealed.
create table links (
  id         bigint generated always as identity primary key,
  company_id bigint not null references companies,
  name       text not null check (length(name) between 2 and 50),
  url        text not null check (length(url) between 1 and 1000),
  is_signed  smallint not null default 0 check (is_signed in (0, 1)),
  secret     text,
  is_deleted smallint not null default 0 check (is_deleted in (0, 1)),
  added      timestamptz not null default now(),
  updated    timestamptz not null default now(),
  unique (company_id, id)
);
create unique index links_name on links (company_id, lower(name)) where is_deleted = 0;
create index links_list on links (company_id, added desc, id desc);
call wall_off('links');

create table link_products (
  company_id bigint not null,
  link_id    bigint not null,
  product_id bigint not null,
  primary key (link_id, product_id),
  foreign key (company_id, link_id) references links (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id)
);
create index link_products_of_product on link_products (company_id, product_id);
call wall_off('link_products');
