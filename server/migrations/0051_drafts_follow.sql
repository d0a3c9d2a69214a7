-- Drafts go where their ticket goes, and what is written to third parties is a draft as well.
alter table drafts
  -- Where it was last typed in: what a merge moved goes back when that is undone, and what was written since stays.
  add column origin_ticket_id bigint,
  -- Of kind side: the conversation that it goes on with (null: it begins one), and what a letter of a thread has not:
  -- {subject, forwarded_ids, kept_back_ids}.
  add column side_id    bigint,
  add column side_words jsonb;
update drafts set origin_ticket_id = ticket_id;
alter table drafts
  alter column origin_ticket_id set not null,
  drop constraint drafts_kind_check,
  add constraint drafts_kind_check check (kind in ('reply', 'note', 'side')),
  -- aside: its ticket was merged into one where its writer had begun another; they decide which goes on.
  drop constraint drafts_state_check,
  add constraint drafts_state_check check (state in ('draft', 'aside', 'waiting', 'held', 'taken_back')),
  drop constraint drafts_check,
  add constraint drafts_check check ((state in ('draft', 'aside')) = (client_id is null)),
  add constraint drafts_side_check check (kind = 'side' or (side_id is null and side_words is null));
drop index drafts_being_written;
create unique index drafts_being_written on drafts (ticket_id, user_id, kind, coalesce(side_id, 0)) where state = 'draft';
