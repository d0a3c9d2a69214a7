-- Telephone numbers with slashes are found from now on (server/src/domain/search/fold-words.ts): read the words of whoever has one.
set local parley.scope = 'system';
insert into search_due (company_id, customer_id) select company_id, id from customers where phone like '%/%';
