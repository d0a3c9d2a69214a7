-- What the provider took for spam comes as spam, where somebody wants to see it.
alter table mailboxes add column takes_spam smallint not null default 0 check (takes_spam in (0, 1));
