-- Letters that wait when their writer leaves are decided by somebody else: whose they were, so that whoever comes back gets
-- those that nobody touched.

alter table new_letters add column handed_from bigint references users on delete set null;
create index new_letters_handed_from on new_letters (handed_from) where handed_from is not null;
