-- Whether the system asks is looked at only for a row that no tenant's policy shows. As a subselect it was made ready with
-- every table of every statement: some forty times for a page of tickets, a tenth of the page's time. Where no other policy
-- stands beside it, it stays one, and is asked once for all rows.
create or replace procedure wall_off(tenant_table regclass, tenant_column text default 'company_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('create policy tenant on %s using (%I = any ((select parley_companies())::bigint[])) with check (%I = any ((select parley_companies())::bigint[]))',
    tenant_table, tenant_column, tenant_column);
  execute format('create policy system on %s using (parley_is_system()) with check (parley_is_system())', tenant_table);
end $$;

do $$
declare
  walled regclass;
begin
  for walled in
    select s.polrelid from pg_policy s
    where s.polname = 'system' and exists (select from pg_policy o where o.polrelid = s.polrelid and o.polname <> 'system')
    order by s.polrelid
  loop
    execute format('alter policy system on %s using (parley_is_system()) with check (parley_is_system())', walled);
  end loop;
end $$;
