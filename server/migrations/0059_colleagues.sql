-- Who shows a name of one colleague looks that one up, instead of gathering everybody of the company first.
alter policy colleagues on users using (
  exists (select from roles r where r.user_id = users.id and r.company_id = any ((select parley_companies())::bigint[])));
