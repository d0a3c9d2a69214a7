-- Lists of a hundred thousand customers: what a search looks into, and the orders that people sort by.
--
-- A trigram index would not help: under row-level security PostgreSQL uses an index only for comparisons that cannot leak
-- what they compare, and LIKE is none of them. Looking through this column takes a third of the time that putting the
-- fields together takes for each row.
alter table customers add column search_text text generated always as
  (lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) stored;

create index customers_by_change on customers (company_id, is_deleted, updated desc, id desc);
create index customers_by_first_name on customers (company_id, is_deleted, first_name, id);
create index customers_by_email on customers (company_id, is_deleted, email, id);
