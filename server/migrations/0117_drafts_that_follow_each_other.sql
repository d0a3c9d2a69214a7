-- What is begun anew where something was thrown away or sent counts on from beyond it, so that a letter that was written long
-- ago, and leaves only now, takes nothing with it that was written since. A draft has a million versions before the next begins.
create sequence draft_beginnings increment by 1000000 start with 1000001;
alter table drafts alter version type bigint, alter version set default nextval('draft_beginnings');
