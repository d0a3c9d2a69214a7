-- The audit trail: who did what, from where, before and after; who may not, and tried.

-- Where a happening came from. Null: from Parley itself.
alter table events add column ip text;
alter table events add column user_agent text;
-- False: for the audit trail alone, the desk is not told.
alter table events add column is_told boolean not null default true;
