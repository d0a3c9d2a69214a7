-- When a colleague last changed and whether they are gone, by the person and by their place in the company together: a
-- list of people is read in this order, and counts what is there, without looking at everybody.
alter table roles add column listed_updated timestamptz not null default now();
alter table roles add column listed_is_deleted smallint not null default 0;

update roles set listed_updated = greatest(roles.updated, u.updated), listed_is_deleted = greatest(roles.is_deleted, u.is_deleted)
  from users u where u.id = roles.user_id;

-- Whoever joins a company is seen by it only once their place is there, and a person changes in all of their companies at
-- once: both look beyond what the transaction may see.
create function note_listed_role() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('parley.scope', true), '');
begin
  perform set_config('parley.scope', 'system', true);
  select greatest(new.updated, u.updated), greatest(new.is_deleted, u.is_deleted)
    into new.listed_updated, new.listed_is_deleted from users u where u.id = new.user_id;
  perform set_config('parley.scope', scope, true);
  return new;
end $$;
create trigger note_listed_role before insert or update of updated, is_deleted on roles
  for each row execute function note_listed_role();

create function note_listed_person() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('parley.scope', true), '');
begin
  perform set_config('parley.scope', 'system', true);
  update roles set updated = updated where user_id = new.id;
  perform set_config('parley.scope', scope, true);
  return null;
end $$;
create trigger note_listed_person after update of updated, is_deleted on users
  for each row when (old.updated is distinct from new.updated or old.is_deleted is distinct from new.is_deleted)
  execute function note_listed_person();

create index roles_list on roles (company_id, listed_updated desc, user_id desc);

-- Whether a colleague is there is asked of one at a time: by their own place in a company, not by everybody's.
drop policy colleagues on presences;
create policy colleagues on presences for select using (exists (select from roles r
  where r.user_id = presences.user_id and r.company_id = any ((select parley_companies())::bigint[])));
