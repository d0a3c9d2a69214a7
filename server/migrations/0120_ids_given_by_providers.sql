-- Amazon SES puts a Message-ID of its own in place of the letter's. Answers name that one.
alter table deliveries add provider_message_id text;
create index deliveries_by_provider_message_id on deliveries (company_id, provider_message_id) where provider_message_id is not null;
