-- Several providers: whoever comes back, comes back from the one they left for.
delete from sso_attempts;
alter table sso_attempts add column provider text not null;

-- What a person undoes a link by.
alter table sso_identities add column id bigint generated always as identity unique;

-- Whether somebody knows the password. Of an account that single sign-on made nobody does, until one is chosen; so the
-- last link of such an account is its last way in.
alter table users add column has_password boolean not null default true;
