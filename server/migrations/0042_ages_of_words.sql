-- The words of tickets say how old they are from now on (server/src/domain/search/word-vector.ts): read all of them again.
set local parley.scope = 'system';
insert into search_due (company_id, ticket_id) select company_id, id from tickets;
