-- Which ticket a message of a chat was parted into, or was written in for what was: it goes on standing in its chat, that
-- of origin_ticket_id. Null: it belongs to the ticket that it began in.
alter table messages add column parted_to_id bigint;
alter table messages add constraint messages_parted_to_fkey foreign key (company_id, parted_to_id) references tickets (company_id, id);
create index messages_parted_from_chat on messages (origin_ticket_id, ticket_id) where parted_to_id is not null;
create index messages_parted_into_ticket on messages (ticket_id, origin_ticket_id) where parted_to_id is not null;
create index messages_parted_to on messages (parted_to_id) where parted_to_id is not null;

-- When somebody touched a desk of theirs last, as it was known when this was renewed: a desk left open overnight is nobody.
alter table presences add column touched_at timestamptz not null default now();
