-- Asked by the ticket alone, a company's index was no help, and every word in a chat read all tickets.
drop index tickets_merged;
create index tickets_merged on tickets (merged_into_id) where merged_into_id is not null;

-- A page that says who it is looks also among those that are open: it read all visits of the company.
drop index visits_by_came_by;
create index visits_by_came_by on visits (quidget_id, came_by) where came_by is not null;
