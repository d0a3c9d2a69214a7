-- How the ticket stood from which messages were split off, so that undoing leads back there, and whether their going moved it.
alter table ticket_splits
  add column was_view_type text,
  add column was_waiting_since timestamptz,
  add column is_settled smallint not null default 0 check (is_settled in (0, 1));
