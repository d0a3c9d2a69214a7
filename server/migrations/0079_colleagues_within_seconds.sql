-- What the writer of a letter that can be taken back for seconds had seen: a colleague's in the same seconds holds it.
alter table drafts add column seen_to bigint;
