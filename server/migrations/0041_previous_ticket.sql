-- A ticket that is done with may also give way to the one before it.
alter table users
  drop constraint users_after_sending_check,
  add constraint users_after_sending_check check (after_sending in ('stay', 'next', 'previous', 'list'));
