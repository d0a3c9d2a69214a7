-- Whose name and address a letter of Parley's own is sent under: that of the brand which the person saw.
alter table system_mails add column brand text not null default 'main' check (brand in ('main', 'local'));
