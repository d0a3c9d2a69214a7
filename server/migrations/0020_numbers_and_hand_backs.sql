-- A number as people of its country write it: `+44 20 7946 0958`. Empty where it was brought in before this was known.
alter table phones add column readable_number text not null default '' check (length(readable_number) <= 30);

-- What went to somebody else when a person was taken out of a company: it comes back with them, as far as it is still there.
create table handed_over_tickets (
  company_id bigint not null,
  user_id    bigint not null,                -- who left
  ticket_id  bigint not null,
  handed_to  bigint references users,        -- null: nobody
  primary key (company_id, user_id, ticket_id),
  foreign key (company_id, user_id) references roles (company_id, user_id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id)
);
call wall_off('handed_over_tickets');
