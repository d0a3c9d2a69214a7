-- Whom somebody sees who sees a part of their company's tickets: found from those, whatever became of them; and whether
-- somebody sees this one, without looking at the tickets themselves.
create index tickets_seen_by_assignee on tickets (company_id, assignee_id, customer_id) where assignee_id is not null;
create index tickets_seen_by_product on tickets (company_id, product_id, customer_id);
create index tickets_seen_by_team on tickets (company_id, team_id, customer_id) where team_id is not null;
create index customers_added_by on customers (company_id, added_by) where added_by is not null;
drop index tickets_of_customer;
create index tickets_of_customer on tickets (company_id, customer_id, updated desc, id desc) include (assignee_id, product_id, team_id);
