-- Bytes on the disk that belong to no attachment, or not yet: an upload notes its file here before it writes it, and
-- takes the note away with the row that it makes. What is left when it is due is removed, and its note after it.
create table stray_files (
  file_key   text primary key,
  company_id bigint not null references companies,
  due_at     timestamptz not null
);
create index stray_files_due on stray_files (due_at);
call wall_off('stray_files');
