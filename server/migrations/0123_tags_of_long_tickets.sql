-- A ticket of which only newer messages are still to be read anew is not being read for its tags: those stand in every part.
create or replace function search_new_tags() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id)
    select company_id, ticket_id from (
      select distinct company_id, ticket_id from fresh
      where merged_from is null or not exists (select from tags g where g.id = fresh.merged_from and g.is_deleted = 0)) f
    where not exists (
      select from search_due d where d.company_id = f.company_id and d.ticket_id = f.ticket_id and d.is_late = 0 and d.from_message = 0 for key share skip locked);
  return null;
end $$;

create or replace function search_old_tags() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id, is_late)
    select company_id, ticket_id, late from (
      select company_id, ticket_id, case when count(*) over () > 100 then 1 else 0 end as late from (select distinct company_id, ticket_id from gone) g) g
    where not exists (
      select from search_due d where d.company_id = g.company_id and d.ticket_id = g.ticket_id and d.is_late <= g.late and d.from_message = 0 for key share skip locked);
  return null;
end $$;
