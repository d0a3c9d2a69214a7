-- Every mail that is stored asks for its file, while a large purge may have left a hundred thousand to be destroyed.
create index doomed_bytes_by_file on doomed_bytes (company_id, file_key) where from_byte is null;
