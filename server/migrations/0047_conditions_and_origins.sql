-- A statement that is a transaction of its own says by this what must be so; where it is not, nothing of it becomes true.
create function parley_require(is_so boolean) returns void language plpgsql as $$
begin
  if is_so is not true then raise exception 'what was required is not so' using errcode = 'PL001'; end if;
end $$;

-- A chat, and a ticket that begins with our letter, look for messages by the ticket they were written in: merging moves
-- them, so the ticket they are in now does not tell.
create index messages_of_origin on messages (origin_ticket_id, id);
