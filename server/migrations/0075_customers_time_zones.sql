-- Whose morning it is: what the team wrote on the card, and what the browser of a visitor said with their first word.
alter table customers add column time_zone text check (length(time_zone) between 1 and 64);
alter table visitors add column time_zone text check (length(time_zone) between 1 and 64);
