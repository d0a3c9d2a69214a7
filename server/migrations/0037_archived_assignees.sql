-- Who had a ticket at the place that its company came from: it is theirs again when they join here.
create table archived_assignees (
  company_id bigint not null,
  ticket_id  bigint not null,
  email      text not null check (email = lower(email)),
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index archived_assignees_email on archived_assignees (company_id, email);
call wall_off('archived_assignees');
