-- What whoever was invited is called, where the address was pasted with it: their form begins with it.
alter table invites add column name text check (length(name) <= 30);
