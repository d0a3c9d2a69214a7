-- What a server that a company named says of a bot is proof for this company alone: it must not keep another from its own bot.
drop index messengers_remote;
create unique index messengers_remote on messengers (messenger, remote_id) where remote_id is not null and api_url is null;
create unique index messengers_remote_of_company on messengers (company_id, messenger, remote_id) where remote_id is not null;
