-- A letter that begins a ticket can be held as well: its writer is told, until it is sent, changed or thrown away.
alter table notifications alter column ticket_id drop not null;
alter table notifications add column new_letter_id bigint references new_letters on delete cascade;
alter table notifications add constraint notifications_about check ((ticket_id is null) <> (new_letter_id is null));
create index notifications_of_new_letter on notifications (new_letter_id) where new_letter_id is not null;

-- Whom the note of a ticket that begins will call, as in a draft.
alter table new_letters add column mentions jsonb not null default '[]';
