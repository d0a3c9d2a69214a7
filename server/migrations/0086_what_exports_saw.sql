-- Which part of its company whoever asked for a list saw while it was written; null: all of it.
alter table jobs add column reach jsonb;
