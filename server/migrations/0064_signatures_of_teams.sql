-- HTML with variables; stands under replies to the team's tickets, in the place of their product's. Cleaned when it was written.
alter table teams add column signature text not null default '';
