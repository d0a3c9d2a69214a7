-- Where the writer of a letter wants the answer (Reply-To); empty: where it came from.
alter table messages add column reply_to_list jsonb not null default '[]';
