-- Where a person's desk begins, and of which products' tickets they hear nothing but what is meant for them by name.
alter table users
  add column first_view text not null default 'open' check (first_view in ('open', 'mine', 'unassigned', 'mentions', 'drafts', 'snoozed', 'answered', 'resolved')),
  add column muted_products bigint[] not null default '{}' check (cardinality(muted_products) <= 100);
