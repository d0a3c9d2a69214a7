-- What is searched: the words of tickets and customers (server/src/domain/search). They are read from what was written,
-- a moment after it was, by a loop that these tables tell what has changed.

-- What is looked for, said per transaction. A policy may use an index for it; under row-level security a query may not,
-- since comparing words is none of the comparisons that PostgreSQL trusts not to leak. Absent: everything that has any
-- other word.
create function parley_search() returns tsquery language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('parley.search', true), ''), '!''-''')::tsquery $$;

-- A ticket's words. Part 0 is its head alone (subject, customer, tags); each other part is the head and some of its
-- messages. Every word carries its company, so that looking for it meets no word of another one.
create table search_texts (
  company_id   bigint not null,
  ticket_id    bigint not null,
  part         int not null,
  from_message bigint not null default 0,
  to_message   bigint not null default 0,
  words        tsvector not null,
  primary key (ticket_id, part),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index search_texts_words on search_texts using gin (words);
create index search_texts_of_company on search_texts (company_id, ticket_id);
call wall_off('search_texts');
create policy asked on search_texts as restrictive for select using (words @@ (select parley_search()));

create table search_customers (
  company_id  bigint not null,
  customer_id bigint not null primary key,
  words       tsvector not null,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index search_customers_words on search_customers using gin (words);
create index search_customers_of_company on search_customers (company_id, customer_id);
call wall_off('search_customers');
create policy asked on search_customers as restrictive for select using (words @@ (select parley_search()));

-- Whose words must be read again. Rows are only added and taken away, so that nobody who writes waits for who reads.
create table search_due (
  id           bigint generated always as identity primary key,
  company_id   bigint not null,
  ticket_id    bigint,
  customer_id  bigint,
  from_message bigint not null default 0,           -- nothing before this one has changed
  check (num_nonnulls(ticket_id, customer_id) = 1)
);
call wall_off('search_due');

create function search_new_messages() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id, from_message)
    select company_id, ticket_id, min(id) from fresh where kind in ('inbound', 'outbound', 'note') group by 1, 2;
  return null;
end $$;
create trigger new_messages_are_searched after insert on messages referencing new table as fresh
  for each statement execute function search_new_messages();

create function search_changed_message() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id)
    select distinct company_id, ticket_id from (values (old.company_id, old.ticket_id), (new.company_id, new.ticket_id)) both_of (company_id, ticket_id);
  return null;
end $$;
create trigger changed_messages_are_searched after update of ticket_id, body_text on messages for each row
  when (old.ticket_id is distinct from new.ticket_id or old.body_text is distinct from new.body_text)
  execute function search_changed_message();

create function search_old_tickets() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id) select distinct company_id, ticket_id from gone;
  return null;
end $$;
create trigger gone_messages_are_searched after delete on messages referencing old table as gone
  for each statement execute function search_old_tickets();
create trigger gone_tags_are_searched after delete on ticket_tags referencing old table as gone
  for each statement execute function search_old_tickets();

create function search_new_tags() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id) select distinct company_id, ticket_id from fresh;
  return null;
end $$;
create trigger new_tags_are_searched after insert on ticket_tags referencing new table as fresh
  for each statement execute function search_new_tags();

create function search_changed_tag() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id) select company_id, ticket_id from ticket_tags where company_id = new.company_id and tag_id = new.id;
  return null;
end $$;
create trigger changed_tags_are_searched after update on tags for each row
  when (old.name is distinct from new.name or old.is_deleted <> new.is_deleted) execute function search_changed_tag();

create function search_attachment() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id, from_message)
    select company_id, ticket_id, id from messages where company_id = new.company_id and id = new.message_id;
  return null;
end $$;
create trigger new_attachments_are_searched after insert on attachments for each row
  when (new.message_id is not null) execute function search_attachment();
create trigger sent_attachments_are_searched after update of message_id on attachments for each row
  when (new.message_id is not null and old.message_id is distinct from new.message_id) execute function search_attachment();

create function search_new_tickets() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id) select company_id, id from fresh;
  return null;
end $$;
create trigger new_tickets_are_searched after insert on tickets referencing new table as fresh
  for each statement execute function search_new_tickets();
create function search_changed_ticket() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, ticket_id) values (new.company_id, new.id);
  return null;
end $$;
create trigger changed_tickets_are_searched after update of title, customer_id on tickets for each row
  when (old.title is distinct from new.title or old.customer_id is distinct from new.customer_id) execute function search_changed_ticket();

create function search_new_customers() returns trigger language plpgsql as $$
begin
  insert into search_due (company_id, customer_id) select company_id, id from fresh;
  return null;
end $$;
create trigger new_customers_are_searched after insert on customers referencing new table as fresh
  for each statement execute function search_new_customers();

-- Their tickets are found by their names and addresses too.
create function search_customer(of_company bigint, of_customer bigint) returns void language sql as $$
  insert into search_due (company_id, customer_id) values (of_company, of_customer);
  insert into search_due (company_id, ticket_id) select company_id, id from tickets where company_id = of_company and customer_id = of_customer;
$$;
create function search_changed_customer() returns trigger language plpgsql as $$
begin
  perform search_customer(new.company_id, new.id);
  return null;
end $$;
create trigger changed_customers_are_searched after update of first_name, last_name, email, phone on customers for each row
  when ((old.first_name, old.last_name, old.email, old.phone) is distinct from (new.first_name, new.last_name, new.email, new.phone))
  execute function search_changed_customer();

create function search_changed_identity() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform search_customer(old.company_id, old.customer_id); end if;
  if tg_op <> 'DELETE' then perform search_customer(new.company_id, new.customer_id); end if;
  return null;
end $$;
create trigger identities_are_searched after insert or delete or update of customer_id, value on customer_identities
  for each row execute function search_changed_identity();

-- What is there already.
set local parley.scope = 'system';
insert into search_due (company_id, customer_id) select company_id, id from customers;
insert into search_due (company_id, ticket_id) select company_id, id from tickets;

-- Keys that act without Ctrl or Cmd can be switched off: some type, or speak, where others press.
alter table users add column single_keys smallint not null default 1 check (single_keys in (0, 1));
