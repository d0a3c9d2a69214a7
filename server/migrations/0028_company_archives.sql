-- Which row of an archive became which row here, while a company is being put back.
create table imported_ids (
  company_id bigint not null references companies,
  of_table   text not null,
  old_id     bigint not null,
  new_id     bigint not null,
  primary key (company_id, of_table, old_id)
);
call wall_off('imported_ids');
