-- What changes many tickets at once, a tag's name or a customer's, is read for the search behind what people write meanwhile.
alter table search_due add column is_late smallint not null default 0 check (is_late in (0, 1));
create index search_due_in_order on search_due (is_late, id);

-- Of a tag, that it changed is noted and not each of its tickets: those after this one are still to be read. Null: none.
alter table tags add column search_after bigint;
create index tags_to_read on tags (id) where search_after is not null;
drop trigger changed_tags_are_searched on tags;
create or replace function search_changed_tag() returns trigger language plpgsql as $$
begin
  new.search_after := 0;
  return new;
end $$;
create trigger changed_tags_are_searched before update on tags
  for each row when (old.name is distinct from new.name or old.is_deleted <> new.is_deleted) execute function search_changed_tag();

-- What a tag gives to another as they are merged is read with the tag, which is disabled behind it.
create or replace function search_new_tags() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id)
    select distinct company_id, ticket_id from fresh
    where merged_from is null or not exists (select from tags g where g.id = fresh.merged_from and g.is_deleted = 0);
  return null;
end $$;

create function search_old_tags() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id, is_late)
    select company_id, ticket_id, case when count(*) over () > 100 then 1 else 0 end from (select distinct company_id, ticket_id from gone) g;
  return null;
end $$;
drop trigger gone_tags_are_searched on ticket_tags;
create trigger gone_tags_are_searched after delete on ticket_tags referencing old table as gone
  for each statement execute function search_old_tags();

create or replace function search_customer(of_company bigint, of_customer bigint) returns void language sql as $$
  insert into search_due (company_id, customer_id) values (of_company, of_customer);
  insert into search_due (company_id, ticket_id, is_late)
    select company_id, id, case when count(*) over () > 100 then 1 else 0 end from tickets where company_id = of_company and customer_id = of_customer;
$$;
