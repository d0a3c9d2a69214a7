-- What whoever was invited is to be in the company, as far as whoever invited them may still give that when they come.
alter table invites add column role text not null default 'agent' check (role in ('agent', 'supervisor', 'admin', 'owner'));
