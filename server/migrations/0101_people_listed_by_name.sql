-- People are listed by name: it stands with their place in the company, as what else their list is ordered by (0097).
alter table roles add column listed_name text not null default '';
update roles set listed_name = u.name from users u where u.id = roles.user_id;

create or replace function note_listed_role() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('parley.scope', true), '');
begin
  perform set_config('parley.scope', 'system', true);
  select greatest(new.updated, u.updated), greatest(new.is_deleted, u.is_deleted), u.name
    into new.listed_updated, new.listed_is_deleted, new.listed_name from users u where u.id = new.user_id;
  perform set_config('parley.scope', scope, true);
  return new;
end $$;

drop trigger note_listed_person on users;
create trigger note_listed_person after update of updated, is_deleted, name on users
  for each row when (old.updated is distinct from new.updated or old.is_deleted is distinct from new.is_deleted
    or old.name is distinct from new.name)
  execute function note_listed_person();

create index roles_by_name on roles (company_id, listed_name collate "und-x-icu", user_id);

-- Lists that are counted, or sorted, row by row: see 0036.
create policy the_only_tenant on tags for select using (company_id = (select parley_only_company()));
create policy the_only_tenant on templates for select using (company_id = (select parley_only_company()));
create policy the_only_tenant on saved_searches for select using (company_id = (select parley_only_company()));
