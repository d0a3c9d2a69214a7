-- Numbers are asked of a company and of the pool beside it, and counted row by row: the one company is compared first, as
-- where it is the only one (see 0036). It is one of the companies, so nobody sees a row by this that `tenant` would not show.
create policy the_first_tenant on phones for select using (company_id = (select (parley_companies())[1]));
