-- Whether a third party has answered beside a ticket and nobody has looked: kept with it, so that lists need not ask for it.
alter table tickets add column has_side_answer smallint not null default 0 check (has_side_answer in (0, 1));
update tickets t set has_side_answer = 1
  where exists (select from side_conversations s where s.company_id = t.company_id and s.ticket_id = t.id and s.is_unseen = 1);

create function mark_side_answers() returns trigger language plpgsql as $$
begin
  update tickets t set has_side_answer = 1 - t.has_side_answer
    where t.id in (old.ticket_id, new.ticket_id) and (t.has_side_answer = 1) <> exists (
      select from side_conversations s where s.company_id = t.company_id and s.ticket_id = t.id and s.is_unseen = 1);
  return null;
end $$;
create trigger side_conversations_mark_tickets after insert or delete or update of is_unseen, ticket_id on side_conversations
  for each row execute function mark_side_answers();
