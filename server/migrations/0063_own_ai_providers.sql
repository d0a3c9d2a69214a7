-- A provider of language models that somebody keeps for themselves; the key is sealed, and leaves to that provider alone.
create table user_ai_configs (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  protocol   text not null check (protocol in ('openai', 'anthropic')),
  name       text not null check (length(name) between 2 and 30),
  base_url   text not null check (base_url like 'https://%' and length(base_url) <= 255),
  model      text not null check (length(model) between 1 and 100),
  key        text not null,
  added      timestamptz not null default now()
);
create unique index user_ai_configs_of_user on user_ai_configs (user_id, lower(name));
call keep_for_system('user_ai_configs');
