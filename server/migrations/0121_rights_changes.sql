-- Who is signed in, and what they may, is believed from memory as long as nothing of it changed: every transaction that
-- changes any of it says so here, and every process asks once a second whether one did that it had not seen.
create table rights_changes (
  written_in xid8 primary key default pg_current_xact_id(),
  at         timestamptz not null default now()
);
call keep_for_system('rights_changes');
-- Whoever changes rights says so, for whomever they work.
create policy anybody_notes on rights_changes for insert with check (true);

create function note_rights_change() returns trigger language plpgsql as $$
begin
  insert into rights_changes default values on conflict do nothing;
  return null;
end $$;

-- `rows`: whether coming and going tells too, or going alone: of what is new nobody believed anything.
create procedure tell_rights_of(of_table regclass, rows text, variadic columns text[]) language plpgsql as $$
declare
  given text := (select string_agg(format('old.%I', c), ', ') from unnest(columns) c);
  taken text := (select string_agg(format('new.%I', c), ', ') from unnest(columns) c);
begin
  execute format('create trigger rights_come_and_go after %s on %s for each row execute function note_rights_change()', rows, of_table);
  execute format('create trigger rights_change after update of %s on %s for each row when ((%s) is distinct from (%s)) execute function note_rights_change()',
    replace(given, 'old.', ''), of_table, given, taken);
end $$;

call tell_rights_of('sessions', 'delete', 'token_hash', 'user_id', 'expires', 'is_half');
call tell_rights_of('api_tokens', 'delete', 'token_hash', 'user_id', 'company_id', 'scopes', 'revoked', 'expires');
call tell_rights_of('users', 'delete', 'email_confirmed_at', 'is_deleted');
call tell_rights_of('companies', 'delete', 'company_name', 'is_deleted', 'restrict_remote_access', 'ips_list', 'subnets');
call tell_rights_of('roles', 'insert or delete', 'user_id', 'company_id', 'level', 'name', 'scope', 'role_since', 'is_deleted');
call tell_rights_of('company_privileges', 'insert or delete', 'company_id', 'role_name', 'privilege', 'value');
call tell_rights_of('company_suspensions', 'insert or delete', 'company_id', 'reason', 'contact');
call tell_rights_of('company_role_settings', 'insert or delete', 'company_id', 'role_name', 'is_two_factor_required', 'required_since', 'grace_days');
call tell_rights_of('two_factors', 'insert or delete', 'user_id', 'confirmed_at');
call tell_rights_of('teams', 'insert or delete', 'is_deleted');
call tell_rights_of('team_members', 'insert or delete', 'company_id', 'team_id', 'user_id');
call tell_rights_of('product_members', 'insert or delete', 'company_id', 'product_id', 'user_id');
