-- Who says to have forgotten a password is part of the audit trail, with where they said it from.
alter table recovery_requests add ip text, add user_agent text;
