-- When somebody came to where they have read to: visitors are told when their words were read.
alter table ticket_reads add column read_at timestamptz not null default now();

-- How long answers take is measured on chats that began while somebody was there.
alter table chats add column began_online boolean not null default true;
