-- A database, the key to its secrets and its files belong together: what tells at the start that one of them is another's.
alter table installation add column key_print text, add column files_mark uuid;
