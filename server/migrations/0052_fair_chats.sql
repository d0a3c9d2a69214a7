-- Between good and bad lies much.
alter table chats drop constraint chats_rating_check, add constraint chats_rating_check check (rating in ('bad', 'fair', 'good'));
