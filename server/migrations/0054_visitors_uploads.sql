-- What the visitors of a company have uploaded within a day is asked with each of their files.
create index attachments_of_visitors on attachments (company_id, added) include (size, message_id) where visitor_id is not null;
