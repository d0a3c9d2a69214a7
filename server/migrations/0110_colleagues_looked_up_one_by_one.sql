-- Who is a colleague is looked up for each person that is read. Without the offset a plan may collect all people of a company
-- first, for the names behind one page of a list.
drop policy colleagues on users;
create policy colleagues on users for select using (exists (
  select from roles r where r.user_id = users.id and r.company_id = any ((select parley_companies())::bigint[]) offset 0));
drop policy colleagues on presences;
create policy colleagues on presences for select using (exists (
  select from roles r where r.user_id = presences.user_id and r.company_id = any ((select parley_companies())::bigint[]) offset 0));

-- People are counted row by row: see 0036.
create policy the_only_tenant on roles for select using (company_id = (select parley_only_company()));
