-- What a company has uploaded within a day, and what of it is not sent yet, is summed from this alone.
create index attachments_uploaded on attachments (company_id, added) include (size, message_id) where uploaded_by is not null;
