-- Made from server/migrations by tools/check-schema.ts --write; nothing runs this file.

CREATE FUNCTION public.append_audit_entry(of_company bigint, of_position bigint, with_title text, with_actor_name text) RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
declare
  head  audit_chains;
  entry audit_entries;
begin
  insert into audit_chains (company_id, chain) values (of_company, coalesce(of_company, 0)) on conflict do nothing;
  select * into strict head from audit_chains where chain = coalesce(of_company, 0) for update;
  select of_company, head.chain, head.last_number + 1, e.position, e.at, e.entity, e.action, e.entity_id, with_title,
         e.actor_kind, e.actor_id, with_actor_name, e.ip, e.user_agent, e.detail, null, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), null, null
    into strict entry from events e where e.position = of_position;
  entry.content_hash := audit_content_hash(entry);
  entry.hash := audit_hash(head.last_hash, entry);
  insert into audit_entries select entry.* on conflict (chain, event_position) do nothing;
  if not found then return; end if;
  update audit_chains set last_number = entry.number, last_hash = entry.hash where chain = head.chain;
end $$;

CREATE TABLE public.audit_entries (
    company_id bigint,
    chain bigint NOT NULL,
    number bigint NOT NULL,
    event_position bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    entity text NOT NULL,
    action text NOT NULL,
    entity_id bigint,
    title text,
    actor_kind text NOT NULL,
    actor_id bigint,
    actor_name text,
    ip text,
    user_agent text,
    detail jsonb,
    hash bytea NOT NULL,
    salt bytea,
    content_hash bytea,
    erased_at timestamp with time zone,
    CONSTRAINT audit_entries_check CHECK ((chain = COALESCE(company_id, (0)::bigint)))
);

ALTER TABLE ONLY public.audit_entries FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.audit_content_hash(entry public.audit_entries) RETURNS bytea
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select sha256(entry.salt || convert_to(jsonb_build_array(entry.title, entry.detail)::text, 'UTF8')) $$;

CREATE FUNCTION public.audit_hash(previous bytea, entry public.audit_entries) RETURNS bytea
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select sha256(previous || convert_to(case when entry.content_hash is null then jsonb_build_array(
    coalesce(entry.company_id, 0), entry.number, entry.event_position, (extract(epoch from entry.at) * 1000000)::bigint,
    entry.entity, entry.action, entry.entity_id, entry.title, entry.actor_kind, entry.actor_id, entry.actor_name,
    entry.ip, entry.user_agent, entry.detail) else jsonb_build_array(
    coalesce(entry.company_id, 0), entry.number, entry.event_position, (extract(epoch from entry.at) * 1000000)::bigint,
    entry.entity, entry.action, entry.entity_id, encode(entry.content_hash, 'hex'), entry.actor_kind, entry.actor_id,
    entry.actor_name, entry.ip, entry.user_agent) end::text, 'UTF8')) $$;

CREATE FUNCTION public.count_new_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ticket_counts (company_id, product_id, assignee_id, team_id, bucket, delta)
    select company_id, product_id, coalesce(assignee_id, 0), coalesce(team_id, 0), ticket_bucket(is_deleted, is_spam, view_type, merged_into_id), count(*)
    from fresh where merged_into_id is null group by 1, 2, 3, 4, 5;
  return null;
end $$;

CREATE FUNCTION public.count_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  was text;
  now_is text;
begin
  if tg_op <> 'INSERT' then was := ticket_bucket(old.is_deleted, old.is_spam, old.view_type, old.merged_into_id); end if;
  if tg_op <> 'DELETE' then now_is := ticket_bucket(new.is_deleted, new.is_spam, new.view_type, new.merged_into_id); end if;
  if tg_op = 'UPDATE' and was is not distinct from now_is and old.product_id = new.product_id and old.assignee_id is not distinct from new.assignee_id
    and old.team_id is not distinct from new.team_id then
    return null;
  end if;
  if was is not null then
    insert into ticket_counts (company_id, product_id, assignee_id, team_id, bucket, delta)
      values (old.company_id, old.product_id, coalesce(old.assignee_id, 0), coalesce(old.team_id, 0), was, -1);
  end if;
  if now_is is not null then
    insert into ticket_counts (company_id, product_id, assignee_id, team_id, bucket, delta)
      values (new.company_id, new.product_id, coalesce(new.assignee_id, 0), coalesce(new.team_id, 0), now_is, 1);
  end if;
  return null;
end $$;

CREATE PROCEDURE public.keep_for_system(IN system_table regclass)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', system_table);
  execute format('alter table %s force row level security', system_table);
  execute format('create policy system on %s using ((select parley_is_system())) with check ((select parley_is_system()))', system_table);
end $$;

CREATE FUNCTION public.keep_place_in_queue() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  is_queued boolean := new.team_id is not null and new.assignee_id is null
    and ticket_bucket(new.is_deleted, new.is_spam, new.view_type, new.merged_into_id) is not distinct from 'open';
  is_given boolean := false;
begin
  if tg_op = 'UPDATE' then
    is_given := new.assignee_id is distinct from old.assignee_id or new.team_id is distinct from old.team_id;
    if new.assignee_id is distinct from old.assignee_id and new.given_from is not distinct from old.given_from then
      new.given_from := null;
    end if;
    if is_given and new.assigned_before is not distinct from old.assigned_before then
      new.assigned_before := null;
    end if;
    if is_given or new.view_type <> old.view_type then
      new.queue_place := null;
    elsif old.queued_at is not null and not is_queued then
      new.queue_place := old.queued_at;
    end if;
  end if;
  if not is_queued then
    new.queued_at := null;
  elsif new.queued_at is null or (tg_op = 'UPDATE' and new.team_id is distinct from old.team_id and new.queued_at is not distinct from old.queued_at) then
    new.queued_at := coalesce(new.queue_place, now());
  end if;
  if is_queued then
    new.queue_place := null;
  end if;
  return new;
end $$;

CREATE FUNCTION public.mark_side_answers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update tickets t set has_side_answer = 1 - t.has_side_answer
    where t.id in (old.ticket_id, new.ticket_id) and (t.has_side_answer = 1) <> exists (
      select from side_conversations s where s.company_id = t.company_id and s.ticket_id = t.id and s.is_unseen = 1);
  return null;
end $$;

CREATE FUNCTION public.note_listed_person() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  scope text := coalesce(current_setting('parley.scope', true), '');
begin
  perform set_config('parley.scope', 'system', true);
  update roles set updated = updated where user_id = new.id;
  perform set_config('parley.scope', scope, true);
  return null;
end $$;

CREATE FUNCTION public.note_listed_role() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  scope text := coalesce(current_setting('parley.scope', true), '');
begin
  perform set_config('parley.scope', 'system', true);
  select greatest(new.updated, u.updated), greatest(new.is_deleted, u.is_deleted), u.name
    into new.listed_updated, new.listed_is_deleted, new.listed_name from users u where u.id = new.user_id;
  perform set_config('parley.scope', scope, true);
  return new;
end $$;

CREATE FUNCTION public.note_rights_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into rights_changes default values on conflict do nothing;
  return null;
end $$;

CREATE FUNCTION public.note_template_words() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.words := lower(regexp_replace(new.texts::text, '<[^>]*>', ' ', 'g'));
  return new;
end $$;

CREATE FUNCTION public.note_ticket_deletion() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.deleted_at := case when new.is_deleted = 1 then now() end;
  return new;
end $$;

CREATE FUNCTION public.only_forget() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'What happened is never changed' using errcode = 'insufficient_privilege';
end $$;

CREATE FUNCTION public.parley_companies() RETURNS bigint[]
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select coalesce(nullif(current_setting('parley.companies', true), ''), '{}')::bigint[] $$;

CREATE FUNCTION public.parley_is_system() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select coalesce(current_setting('parley.scope', true) = 'system', false) $$;

CREATE FUNCTION public.parley_only_company() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select case when current_setting('parley.companies', true) not like '%,%'
    then nullif(btrim(current_setting('parley.companies', true), '{}'), '')::bigint end $$;

CREATE FUNCTION public.parley_require(is_so boolean) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if is_so is not true then raise exception 'what was required is not so' using errcode = 'PL001'; end if;
end $$;

CREATE FUNCTION public.parley_search() RETURNS tsquery
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select coalesce(nullif(current_setting('parley.search', true), ''), '!''-''')::tsquery $$;

CREATE FUNCTION public.parley_suspended() RETURNS bigint[]
    LANGUAGE sql STABLE
    AS $$
  select coalesce(array_agg(company_id), '{}') from company_suspensions
$$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  gone audit_entries;
begin
  if tg_op = 'UPDATE' then
    gone := old;
    gone.title := null;
    gone.detail := null;
    gone.salt := null;
    gone.erased_at := new.erased_at;
    if new.erased_at is not null and old.erased_at is null and new is not distinct from gone then return new; end if;
  end if;
  raise exception 'The audit trail is never changed' using errcode = 'insufficient_privilege';
end $$;

CREATE FUNCTION public.search_attachment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, ticket_id, from_message)
    select company_id, ticket_id, id from messages where company_id = new.company_id and id = new.message_id;
  return null;
end $$;

CREATE FUNCTION public.search_changed_customer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform search_customer(new.company_id, new.id);
  return null;
end $$;

CREATE FUNCTION public.search_changed_identity() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'INSERT' then perform search_customer(old.company_id, old.customer_id); end if;
  if tg_op <> 'DELETE' then perform search_customer(new.company_id, new.customer_id); end if;
  return null;
end $$;

CREATE FUNCTION public.search_changed_message() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, ticket_id)
    select distinct company_id, ticket_id from (values (old.company_id, old.ticket_id), (new.company_id, new.ticket_id)) both_of (company_id, ticket_id);
  return null;
end $$;

CREATE FUNCTION public.search_changed_tag() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.search_after := 0;
  return new;
end $$;

CREATE FUNCTION public.search_changed_ticket() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, ticket_id) values (new.company_id, new.id);
  return null;
end $$;

CREATE FUNCTION public.search_customer(of_company bigint, of_customer bigint) RETURNS void
    LANGUAGE sql
    AS $$
  insert into search_due (company_id, customer_id) values (of_company, of_customer);
  insert into search_due (company_id, ticket_id, is_late)
    select company_id, id, case when count(*) over () > 100 then 1 else 0 end from tickets where company_id = of_company and customer_id = of_customer;
$$;

CREATE FUNCTION public.search_new_customers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, customer_id) select company_id, id from fresh;
  return null;
end $$;

CREATE FUNCTION public.search_new_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, ticket_id, from_message)
    select company_id, ticket_id, min(id) from fresh
    where kind in ('inbound', 'outbound', 'note', 'forward', 'side_inbound', 'side_outbound') group by 1, 2;
  return null;
end $$;

CREATE FUNCTION public.search_new_tags() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, ticket_id)
    select company_id, ticket_id from (
      select distinct company_id, ticket_id from fresh
      where merged_from is null or not exists (select from tags g where g.id = fresh.merged_from and g.is_deleted = 0)) f
    where not exists (
      select from search_due d where d.company_id = f.company_id and d.ticket_id = f.ticket_id and d.is_late = 0 and d.from_message = 0 for key share skip locked);
  return null;
end $$;

CREATE FUNCTION public.search_new_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, ticket_id) select company_id, id from fresh;
  return null;
end $$;

CREATE FUNCTION public.search_old_tags() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, ticket_id, is_late)
    select company_id, ticket_id, late from (
      select company_id, ticket_id, case when count(*) over () > 100 then 1 else 0 end as late from (select distinct company_id, ticket_id from gone) g) g
    where not exists (
      select from search_due d where d.company_id = g.company_id and d.ticket_id = g.ticket_id and d.is_late <= g.late and d.from_message = 0 for key share skip locked);
  return null;
end $$;

CREATE FUNCTION public.search_old_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into search_due (company_id, ticket_id) select distinct company_id, ticket_id from gone;
  return null;
end $$;

CREATE FUNCTION public.tags_now(tag_ids bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ with recursive chain as (
      select id, merged_into from tags where id = any (tag_ids)
      union select g.id, g.merged_into from chain c join tags g on g.id = c.merged_into)
    select coalesce(array_agg(id), '{}') from chain where merged_into is null $$;

CREATE PROCEDURE public.tell_rights_of(IN of_table regclass, IN rows text, VARIADIC columns text[])
    LANGUAGE plpgsql
    AS $$
declare
  given text := (select string_agg(format('old.%I', c), ', ') from unnest(columns) c);
  taken text := (select string_agg(format('new.%I', c), ', ') from unnest(columns) c);
begin
  execute format('create trigger rights_come_and_go after %s on %s for each row execute function note_rights_change()', rows, of_table);
  execute format('create trigger rights_change after update of %s on %s for each row when ((%s) is distinct from (%s)) execute function note_rights_change()',
    replace(given, 'old.', ''), of_table, given, taken);
end $$;

CREATE FUNCTION public.ticket_bucket(is_deleted smallint, is_spam smallint, view_type text, merged_into_id bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select case when merged_into_id is not null then null when is_deleted = 1 then 'trash' when is_spam = 1 then 'spam'
                    when view_type = '' then 'open' else view_type end $$;

CREATE PROCEDURE public.wall_off(IN tenant_table regclass, IN tenant_column text DEFAULT 'company_id'::text)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('create policy tenant on %s using (%I = any ((select parley_companies())::bigint[])) with check (%I = any ((select parley_companies())::bigint[]))',
    tenant_table, tenant_column, tenant_column);
  execute format('create policy system on %s using (parley_is_system()) with check (parley_is_system())', tenant_table);
end $$;

CREATE TABLE public.acd_providers (
    id bigint NOT NULL,
    company_id bigint DEFAULT 0 NOT NULL,
    provider text NOT NULL,
    CONSTRAINT acd_providers_company_id_check CHECK ((company_id = 0)),
    CONSTRAINT acd_providers_provider_check CHECK (((length(provider) >= 1) AND (length(provider) <= 30)))
);

ALTER TABLE ONLY public.acd_providers FORCE ROW LEVEL SECURITY;

ALTER TABLE public.acd_providers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.acd_providers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.address_undos (
    key_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    email text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    used timestamp with time zone
);

ALTER TABLE ONLY public.address_undos FORCE ROW LEVEL SECURITY;

CREATE TABLE public.announcements (
    id bigint NOT NULL,
    text_en text NOT NULL,
    text_uk text NOT NULL,
    level text NOT NULL,
    begins timestamp with time zone NOT NULL,
    ends timestamp with time zone NOT NULL,
    made_by bigint,
    withdrawn_at timestamp with time zone,
    added timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT announcements_check CHECK ((ends > begins)),
    CONSTRAINT announcements_level_check CHECK ((level = ANY (ARRAY['info'::text, 'warning'::text]))),
    CONSTRAINT announcements_text_en_check CHECK (((length(text_en) >= 1) AND (length(text_en) <= 300))),
    CONSTRAINT announcements_text_uk_check CHECK (((length(text_uk) >= 1) AND (length(text_uk) <= 300)))
);

ALTER TABLE ONLY public.announcements FORCE ROW LEVEL SECURITY;

ALTER TABLE public.announcements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.announcements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.announcements_put_away (
    announcement_id bigint NOT NULL,
    user_id bigint NOT NULL
);

ALTER TABLE ONLY public.announcements_put_away FORCE ROW LEVEL SECURITY;

CREATE TABLE public.api_tokens (
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    prefix text NOT NULL,
    user_id bigint NOT NULL,
    company_id bigint NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    expires timestamp with time zone NOT NULL,
    last_used timestamp with time zone,
    revoked timestamp with time zone,
    added timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.api_tokens FORCE ROW LEVEL SECURITY;

ALTER TABLE public.api_tokens ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.archived_assignees (
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    email text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    is_awaited smallint DEFAULT 1 NOT NULL,
    CONSTRAINT archived_assignees_email_check CHECK ((email = lower(email))),
    CONSTRAINT archived_assignees_is_awaited_check CHECK ((is_awaited = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.archived_assignees FORCE ROW LEVEL SECURITY;

CREATE TABLE public.attachments (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    message_id bigint,
    uploaded_by bigint,
    name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    sha256 bytea NOT NULL,
    file_key text NOT NULL,
    content_id text,
    is_inline smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    template_id bigint,
    draft_id bigint,
    is_copy smallint DEFAULT 0 NOT NULL,
    new_letter_id bigint,
    visitor_id bigint,
    place smallint,
    CONSTRAINT attachments_check CHECK (((message_id IS NULL) OR (template_id IS NULL))),
    CONSTRAINT attachments_is_copy_check CHECK ((is_copy = ANY (ARRAY[0, 1]))),
    CONSTRAINT attachments_is_inline_check CHECK ((is_inline = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.attachments FORCE ROW LEVEL SECURITY;

ALTER TABLE public.attachments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.attachments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_bookmark (
    only_row boolean DEFAULT true NOT NULL,
    era uuid,
    written_in xid8 DEFAULT '0'::xid8 NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    CONSTRAINT audit_bookmark_only_row_check CHECK (only_row)
);

ALTER TABLE ONLY public.audit_bookmark FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_chains (
    company_id bigint,
    chain bigint NOT NULL,
    last_number bigint DEFAULT 0 NOT NULL,
    last_hash bytea DEFAULT '\x'::bytea NOT NULL,
    seal text DEFAULT ''::text NOT NULL,
    CONSTRAINT audit_chains_check CHECK ((chain = COALESCE(company_id, (0)::bigint)))
);

ALTER TABLE ONLY public.audit_chains FORCE ROW LEVEL SECURITY;

CREATE TABLE public.auto_replies (
    company_id bigint NOT NULL,
    product_id bigint NOT NULL,
    address text NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.auto_replies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.bulk_changes (
    company_id bigint NOT NULL,
    job_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    before jsonb NOT NULL
);

ALTER TABLE ONLY public.bulk_changes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.calendars (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    name text NOT NULL,
    time_zone text NOT NULL,
    week jsonb DEFAULT '{"fri": [["09:00", "18:00"]], "mon": [["09:00", "18:00"]], "sat": [], "sun": [], "thu": [["09:00", "18:00"]], "tue": [["09:00", "18:00"]], "wed": [["09:00", "18:00"]]}'::jsonb NOT NULL,
    holidays jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT calendars_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT calendars_name_check CHECK (((length(name) >= 2) AND (length(name) <= 40)))
);

ALTER TABLE ONLY public.calendars FORCE ROW LEVEL SECURITY;

ALTER TABLE public.calendars ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.calendars_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.categories (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    name text NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT categories_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT categories_name_check CHECK (((length(name) >= 2) AND (length(name) <= 50)))
);

ALTER TABLE ONLY public.categories FORCE ROW LEVEL SECURITY;

ALTER TABLE public.categories ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.categories_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.channel_account_history (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    channel_account_id bigint NOT NULL,
    state text NOT NULL,
    key text,
    details text,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.channel_account_history FORCE ROW LEVEL SECURITY;

ALTER TABLE public.channel_account_history ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.channel_account_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.channel_accounts (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    product_id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    health_state text DEFAULT 'connecting'::text NOT NULL,
    health_key text,
    health_details text,
    health_since timestamp with time zone DEFAULT now() NOT NULL,
    next_try_at timestamp with time zone,
    settings_version integer DEFAULT 1 NOT NULL,
    lease_owner text,
    lease_until timestamp with time zone,
    lease_token bigint DEFAULT 0 NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    trouble_told_at timestamp with time zone,
    CONSTRAINT channel_accounts_health_state_check CHECK ((health_state = ANY (ARRAY['ok'::text, 'connecting'::text, 'degraded'::text, 'action_needed'::text]))),
    CONSTRAINT channel_accounts_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT channel_accounts_kind_check CHECK ((kind = ANY (ARRAY['mailbox'::text, 'messenger'::text, 'quidget'::text])))
);

ALTER TABLE ONLY public.channel_accounts FORCE ROW LEVEL SECURITY;

ALTER TABLE public.channel_accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.channel_accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.chats (
    ticket_id bigint NOT NULL,
    company_id bigint NOT NULL,
    quidget_id bigint NOT NULL,
    visitor_id bigint NOT NULL,
    key uuid DEFAULT gen_random_uuid() NOT NULL,
    visitor_read_to bigint DEFAULT 0 NOT NULL,
    page_url text DEFAULT ''::text NOT NULL,
    page_title text DEFAULT ''::text NOT NULL,
    referrer text DEFAULT ''::text NOT NULL,
    ended_by_visitor timestamp with time zone,
    rating text,
    rating_comment text DEFAULT ''::text NOT NULL,
    rated_at timestamp with time zone,
    mail_due_at timestamp with time zone,
    mailed_to bigint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    began_online boolean DEFAULT true NOT NULL,
    CONSTRAINT chats_rating_check CHECK ((rating = ANY (ARRAY['bad'::text, 'fair'::text, 'good'::text])))
);

ALTER TABLE ONLY public.chats FORCE ROW LEVEL SECURITY;

CREATE TABLE public.companies (
    id bigint NOT NULL,
    company_name text NOT NULL,
    case_prefix text NOT NULL,
    url text,
    last_ticket_number integer DEFAULT 0 NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    restrict_remote_access smallint DEFAULT 0 NOT NULL,
    ips_list text DEFAULT ''::text NOT NULL,
    subnets text DEFAULT ''::text NOT NULL,
    logo text,
    push_preview smallint DEFAULT 1 NOT NULL,
    CONSTRAINT companies_case_prefix_check CHECK (((length(case_prefix) >= 1) AND (length(case_prefix) <= 2))),
    CONSTRAINT companies_company_name_check CHECK (((length(company_name) >= 1) AND (length(company_name) <= 50))),
    CONSTRAINT companies_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT companies_push_preview_check CHECK ((push_preview = ANY (ARRAY[0, 1]))),
    CONSTRAINT companies_restrict_remote_access_check CHECK ((restrict_remote_access = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.companies FORCE ROW LEVEL SECURITY;

ALTER TABLE public.companies ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.companies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.company_privileges (
    company_id bigint NOT NULL,
    role_name text NOT NULL,
    privilege text NOT NULL,
    value smallint NOT NULL,
    CONSTRAINT company_privileges_value_check CHECK ((value = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.company_privileges FORCE ROW LEVEL SECURITY;

CREATE TABLE public.company_role_settings (
    company_id bigint NOT NULL,
    role_name text NOT NULL,
    is_two_factor_required boolean DEFAULT false NOT NULL,
    grace_days smallint DEFAULT 0 NOT NULL,
    required_since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_role_settings_grace_days_check CHECK (((grace_days >= 0) AND (grace_days <= 30)))
);

ALTER TABLE ONLY public.company_role_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.company_storage (
    company_id bigint NOT NULL,
    bytes bigint NOT NULL,
    measured_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.company_storage FORCE ROW LEVEL SECURITY;

CREATE TABLE public.company_suspensions (
    company_id bigint NOT NULL,
    reason text NOT NULL,
    contact text NOT NULL,
    suspended_by bigint,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_suspensions_contact_check CHECK (((length(contact) >= 1) AND (length(contact) <= 255))),
    CONSTRAINT company_suspensions_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE ONLY public.company_suspensions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.csv_uploads (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    uploaded_by bigint NOT NULL,
    entity text NOT NULL,
    file_key text NOT NULL,
    file_name text NOT NULL,
    bytes bigint NOT NULL,
    encoding text NOT NULL,
    delimiter text NOT NULL,
    rows integer NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT csv_uploads_delimiter_check CHECK ((length(delimiter) = 1))
);

ALTER TABLE ONLY public.csv_uploads FORCE ROW LEVEL SECURITY;

ALTER TABLE public.csv_uploads ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.csv_uploads_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.customer_erasures (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    asked_by bigint,
    asked_name text NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    done_at timestamp with time zone,
    counts jsonb DEFAULT '{}'::jsonb NOT NULL,
    code uuid DEFAULT gen_random_uuid() NOT NULL,
    proofs text[] DEFAULT '{}'::text[] NOT NULL,
    seal text DEFAULT ''::text NOT NULL,
    known jsonb,
    at jsonb DEFAULT '{}'::jsonb NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.customer_erasures FORCE ROW LEVEL SECURITY;

ALTER TABLE public.customer_erasures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.customer_erasures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.customer_identities (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    customer_id bigint NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    typed text,
    source text DEFAULT 'wrote'::text NOT NULL,
    added_by bigint,
    last_seen_at timestamp with time zone,
    match_key text GENERATED ALWAYS AS (
CASE kind
    WHEN 'email'::text THEN regexp_replace(value, '\+[^@]*@'::text, '@'::text)
    WHEN 'phone'::text THEN "right"(regexp_replace(value, '\D'::text, ''::text, 'g'::text), 9)
    ELSE value
END) STORED NOT NULL,
    CONSTRAINT customer_identities_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'telegram'::text, 'viber'::text, 'whatsapp'::text, 'quidget'::text]))),
    CONSTRAINT customer_identities_source_check CHECK ((source = ANY (ARRAY['wrote'::text, 'person'::text, 'compose'::text])))
);

ALTER TABLE ONLY public.customer_identities FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_merges (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    client_id uuid NOT NULL,
    survivor_id bigint NOT NULL,
    merged_id bigint NOT NULL,
    ticket_ids bigint[] NOT NULL,
    note_ids bigint[] NOT NULL,
    tag_ids bigint[] NOT NULL,
    earlier_ids bigint[] NOT NULL,
    identities jsonb NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    merged_by bigint,
    added timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    undone_by bigint
);

ALTER TABLE ONLY public.customer_merges FORCE ROW LEVEL SECURITY;

ALTER TABLE public.customer_merges ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.customer_merges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.customer_notes (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    client_id uuid NOT NULL,
    body text NOT NULL,
    is_pinned smallint DEFAULT 0 NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    author_id bigint,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT customer_notes_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000))),
    CONSTRAINT customer_notes_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT customer_notes_is_pinned_check CHECK ((is_pinned = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.customer_notes FORCE ROW LEVEL SECURITY;

ALTER TABLE public.customer_notes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.customer_notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.customer_tags (
    company_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    tag_id bigint NOT NULL,
    added_by bigint
);

ALTER TABLE ONLY public.customer_tags FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customers (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    email text,
    phone text,
    note text DEFAULT ''::text NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    added_by bigint,
    search_text text GENERATED ALWAYS AS (lower(((((((first_name || ' '::text) || last_name) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)))) STORED,
    language text,
    blocked_at timestamp with time zone,
    blocked_by bigint,
    merged_into bigint,
    erased_at timestamp with time zone,
    name_key text GENERATED ALWAYS AS (
CASE
    WHEN ((first_name <> ''::text) AND (last_name <> ''::text)) THEN lower(((first_name || ' '::text) || last_name))
    ELSE NULL::text
END) STORED,
    phone_key text GENERATED ALWAYS AS (NULLIF("right"(ltrim(regexp_replace(phone, '\D'::text, ''::text, 'g'::text), '0'::text), 9), ''::text)) STORED,
    time_zone text,
    CONSTRAINT customers_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT customers_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ua'::text]))),
    CONSTRAINT customers_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);

ALTER TABLE ONLY public.customers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customers_apart (
    company_id bigint NOT NULL,
    one_id bigint NOT NULL,
    other_id bigint NOT NULL,
    said_by bigint,
    added timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT customers_apart_check CHECK ((one_id < other_id))
);

ALTER TABLE ONLY public.customers_apart FORCE ROW LEVEL SECURITY;

ALTER TABLE public.customers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.customers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.deliveries (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    message_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    channel_account_id bigint NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    give_up_at timestamp with time zone DEFAULT (now() + '5 days'::interval) NOT NULL,
    lease_token uuid,
    recipients jsonb NOT NULL,
    error_key text,
    error text,
    sent_at timestamp with time zone,
    copy_state text DEFAULT 'none'::text NOT NULL,
    copy_attempts integer DEFAULT 0 NOT NULL,
    copy_due_at timestamp with time zone,
    provider_message_id text,
    CONSTRAINT deliveries_copy_state_check CHECK ((copy_state = ANY (ARRAY['none'::text, 'queued'::text, 'done'::text, 'failed'::text]))),
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.deliveries FORCE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.deliveries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.devices (
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    ip text NOT NULL,
    user_agent text NOT NULL,
    trusted_until timestamp with time zone,
    added timestamp with time zone DEFAULT now() NOT NULL,
    last_used timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.devices FORCE ROW LEVEL SECURITY;

ALTER TABLE public.devices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.devices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.doomed_bytes (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    file_key text NOT NULL,
    from_byte bigint,
    bytes bigint,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT doomed_bytes_check CHECK (((from_byte IS NULL) = (bytes IS NULL)))
);

ALTER TABLE ONLY public.doomed_bytes FORCE ROW LEVEL SECURITY;

ALTER TABLE public.doomed_bytes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.doomed_bytes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE public.draft_beginnings
    START WITH 1000001
    INCREMENT BY 1000000
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.drafts (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'draft'::text NOT NULL,
    version bigint DEFAULT nextval('public.draft_beginnings'::regclass) NOT NULL,
    body_html text DEFAULT ''::text NOT NULL,
    body_text text DEFAULT ''::text NOT NULL,
    recipients jsonb,
    from_address text,
    in_reply_to bigint,
    template_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    mentions jsonb DEFAULT '[]'::jsonb NOT NULL,
    signs smallint DEFAULT 1 NOT NULL,
    client_id uuid,
    why text,
    send_at timestamp with time zone,
    then_do jsonb,
    held_key text,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    origin_ticket_id bigint NOT NULL,
    side_id bigint,
    side_words jsonb,
    seen_to bigint,
    CONSTRAINT drafts_check CHECK (((state = ANY (ARRAY['draft'::text, 'aside'::text])) = (client_id IS NULL))),
    CONSTRAINT drafts_check1 CHECK (((state <> ALL (ARRAY['waiting'::text, 'held'::text])) OR ((kind = 'reply'::text) AND (why IS NOT NULL) AND (send_at IS NOT NULL) AND (recipients IS NOT NULL)))),
    CONSTRAINT drafts_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'note'::text, 'side'::text]))),
    CONSTRAINT drafts_side_check CHECK (((kind = 'side'::text) OR ((side_id IS NULL) AND (side_words IS NULL)))),
    CONSTRAINT drafts_signs_check CHECK ((signs = ANY (ARRAY[0, 1]))),
    CONSTRAINT drafts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'aside'::text, 'waiting'::text, 'held'::text, 'taken_back'::text]))),
    CONSTRAINT drafts_why_check CHECK ((why = ANY (ARRAY['undo'::text, 'later'::text])))
);

ALTER TABLE ONLY public.drafts FORCE ROW LEVEL SECURITY;

ALTER TABLE public.drafts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.drafts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.email_confirmations (
    key_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    email text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    used timestamp with time zone
);

ALTER TABLE ONLY public.email_confirmations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.event_readers (
    name text NOT NULL,
    era uuid NOT NULL,
    written_in xid8 NOT NULL,
    "position" bigint NOT NULL
);

ALTER TABLE ONLY public.event_readers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.events (
    "position" bigint NOT NULL,
    written_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    company_id bigint,
    user_id bigint,
    entity text NOT NULL,
    action text NOT NULL,
    entity_id bigint,
    ticket_id bigint,
    actor_kind text NOT NULL,
    actor_id bigint,
    params jsonb NOT NULL,
    detail jsonb,
    at timestamp with time zone DEFAULT now() NOT NULL,
    ip text,
    user_agent text,
    is_told boolean DEFAULT true NOT NULL,
    CONSTRAINT events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'customer'::text, 'system'::text])))
);

ALTER TABLE ONLY public.events FORCE ROW LEVEL SECURITY;

ALTER TABLE public.events ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.events_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.handed_over_tickets (
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    handed_to bigint
);

ALTER TABLE ONLY public.handed_over_tickets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.imported_ids (
    company_id bigint NOT NULL,
    of_table text NOT NULL,
    old_id bigint NOT NULL,
    new_id bigint NOT NULL
);

ALTER TABLE ONLY public.imported_ids FORCE ROW LEVEL SECURITY;

CREATE TABLE public.inbound_mails (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    mailbox_id bigint NOT NULL,
    folder text NOT NULL,
    folder_role text NOT NULL,
    uid_validity text NOT NULL,
    uid bigint NOT NULL,
    sha256 bytea,
    raw_key text,
    size bigint NOT NULL,
    received_at timestamp with time zone NOT NULL,
    outcome text DEFAULT 'waiting'::text NOT NULL,
    reason_key text,
    reason text,
    from_name text,
    from_address text,
    subject text DEFAULT ''::text NOT NULL,
    ticket_id bigint,
    message_id bigint,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_token uuid,
    added timestamp with time zone DEFAULT now() NOT NULL,
    raw_offset bigint,
    account integer DEFAULT 0 NOT NULL,
    CONSTRAINT inbound_mails_folder_role_check CHECK ((folder_role = ANY (ARRAY['inbox'::text, 'sent'::text, 'junk'::text]))),
    CONSTRAINT inbound_mails_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'new_ticket'::text, 'appended'::text, 'automatic'::text, 'bounce'::text, 'spam'::text, 'kept'::text, 'own'::text])))
);

ALTER TABLE ONLY public.inbound_mails FORCE ROW LEVEL SECURITY;

ALTER TABLE public.inbound_mails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.inbound_mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.installation (
    only_row boolean DEFAULT true NOT NULL,
    era uuid DEFAULT gen_random_uuid() NOT NULL,
    cluster_id text DEFAULT ''::text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    key_print text,
    files_mark uuid,
    CONSTRAINT installation_only_row_check CHECK (only_row)
);

ALTER TABLE ONLY public.installation FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invites (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    team_id bigint,
    email text NOT NULL,
    key_hash bytea NOT NULL,
    scope text DEFAULT 'company'::text NOT NULL,
    language text NOT NULL,
    invited_by bigint NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    user_id bigint,
    withdrawn_at timestamp with time zone,
    added timestamp with time zone DEFAULT now() NOT NULL,
    name text,
    role text DEFAULT 'agent'::text NOT NULL,
    CONSTRAINT invites_check CHECK (((accepted_at IS NULL) = (user_id IS NULL))),
    CONSTRAINT invites_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ua'::text]))),
    CONSTRAINT invites_name_check CHECK ((length(name) <= 30)),
    CONSTRAINT invites_role_check CHECK ((role = ANY (ARRAY['agent'::text, 'supervisor'::text, 'admin'::text, 'owner'::text]))),
    CONSTRAINT invites_scope_check CHECK ((scope = ANY (ARRAY['own'::text, 'team'::text, 'product'::text, 'company'::text])))
);

ALTER TABLE ONLY public.invites FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invites ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invites_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.job_parts (
    company_id bigint NOT NULL,
    job_id bigint NOT NULL,
    place integer NOT NULL,
    file_key text NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT job_parts_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT job_parts_place_check CHECK ((place >= 0))
);

ALTER TABLE ONLY public.job_parts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.jobs (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    asked_by bigint NOT NULL,
    request_id uuid NOT NULL,
    kind text NOT NULL,
    entity text,
    input jsonb NOT NULL,
    asked_from text,
    user_agent text,
    state text DEFAULT 'waiting'::text NOT NULL,
    is_cancel_asked boolean DEFAULT false NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer,
    checkpoint jsonb,
    summary jsonb,
    file_name text,
    file_type text,
    error_key text,
    attempts smallint DEFAULT 0 NOT NULL,
    lease_token uuid,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    told_at timestamp with time zone,
    added timestamp with time zone DEFAULT now() NOT NULL,
    started timestamp with time zone,
    ended timestamp with time zone,
    reach jsonb,
    CONSTRAINT jobs_check CHECK (((ended IS NULL) = (state = ANY (ARRAY['waiting'::text, 'running'::text])))),
    CONSTRAINT jobs_done_check CHECK ((done >= 0)),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT jobs_total_check CHECK ((total >= 0))
);

ALTER TABLE ONLY public.jobs FORCE ROW LEVEL SECURITY;

ALTER TABLE public.jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.labels (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    name text NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT labels_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT labels_name_check CHECK (((length(name) >= 3) AND (length(name) <= 50)))
);

ALTER TABLE ONLY public.labels FORCE ROW LEVEL SECURITY;

ALTER TABLE public.labels ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.labels_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.link_products (
    company_id bigint NOT NULL,
    link_id bigint NOT NULL,
    product_id bigint NOT NULL
);

ALTER TABLE ONLY public.link_products FORCE ROW LEVEL SECURITY;

CREATE TABLE public.links (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    is_signed smallint DEFAULT 0 NOT NULL,
    secret text,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT links_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT links_is_signed_check CHECK ((is_signed = ANY (ARRAY[0, 1]))),
    CONSTRAINT links_name_check CHECK (((length(name) >= 2) AND (length(name) <= 50))),
    CONSTRAINT links_url_check CHECK (((length(url) >= 1) AND (length(url) <= 1000)))
);

ALTER TABLE ONLY public.links FORCE ROW LEVEL SECURITY;

ALTER TABLE public.links ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.links_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.made_once (
    user_id bigint NOT NULL,
    request_id uuid NOT NULL,
    company_id bigint,
    what text NOT NULL,
    ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    made timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT made_once_what_check CHECK (((length(what) >= 1) AND (length(what) <= 100)))
);

ALTER TABLE ONLY public.made_once FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mailbox_aliases (
    company_id bigint NOT NULL,
    mailbox_id bigint NOT NULL,
    "position" smallint NOT NULL,
    address text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    send_as smallint DEFAULT 0 NOT NULL,
    accepted_at timestamp with time zone,
    refused_key text,
    refused_details text,
    CONSTRAINT mailbox_aliases_send_as_check CHECK ((send_as = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.mailbox_aliases FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mailbox_folders (
    company_id bigint NOT NULL,
    mailbox_id bigint NOT NULL,
    path text NOT NULL,
    role text NOT NULL,
    uid_validity text NOT NULL,
    last_uid bigint NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT mailbox_folders_role_check CHECK ((role = ANY (ARRAY['inbox'::text, 'sent'::text, 'junk'::text])))
);

ALTER TABLE ONLY public.mailbox_folders FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mailboxes (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    from_name text NOT NULL,
    from_email text NOT NULL,
    imap_purpose text DEFAULT 'support'::text NOT NULL,
    imap_username text NOT NULL,
    imap_password text NOT NULL,
    imap_server text NOT NULL,
    imap_port integer NOT NULL,
    imap_type text NOT NULL,
    imap_box_inbox text DEFAULT 'INBOX'::text NOT NULL,
    imap_box_outbox text,
    use_smtp smallint DEFAULT 1 NOT NULL,
    smtp_login text,
    smtp_password text,
    smtp_host text NOT NULL,
    smtp_port integer NOT NULL,
    smtp_security text NOT NULL,
    additional_headers jsonb DEFAULT '[]'::jsonb NOT NULL,
    signature text DEFAULT ''::text NOT NULL,
    trusted_authserv_id text,
    start_at timestamp with time zone DEFAULT now() NOT NULL,
    fetch_since timestamp with time zone,
    uses_plus_address smallint DEFAULT 0 NOT NULL,
    last_fetched_at timestamp with time zone,
    last_sent_at timestamp with time zone,
    send_error_key text,
    send_error_details text,
    send_pause_until timestamp with time zone,
    dkim_selector text,
    takes_spam smallint DEFAULT 0 NOT NULL,
    send_error_since timestamp with time zone,
    send_trouble_told_at timestamp with time zone,
    holds_account boolean DEFAULT false NOT NULL,
    account integer DEFAULT 0 NOT NULL,
    copy_error_key text,
    copy_error_details text,
    CONSTRAINT mailboxes_imap_port_check CHECK (((imap_port >= 1) AND (imap_port <= 65535))),
    CONSTRAINT mailboxes_imap_type_check CHECK ((imap_type = ANY (ARRAY['ssl'::text, 'tls'::text, 'none'::text]))),
    CONSTRAINT mailboxes_smtp_port_check CHECK (((smtp_port >= 1) AND (smtp_port <= 65535))),
    CONSTRAINT mailboxes_smtp_security_check CHECK ((smtp_security = ANY (ARRAY['ssl'::text, 'tls'::text, 'none'::text]))),
    CONSTRAINT mailboxes_takes_spam_check CHECK ((takes_spam = ANY (ARRAY[0, 1]))),
    CONSTRAINT mailboxes_use_smtp_check CHECK ((use_smtp = ANY (ARRAY[0, 1]))),
    CONSTRAINT mailboxes_uses_plus_address_check CHECK ((uses_plus_address = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.mailboxes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mentions (
    company_id bigint NOT NULL,
    message_id bigint NOT NULL,
    user_id bigint NOT NULL,
    team_id bigint,
    seen_at timestamp with time zone,
    added timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.mentions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.messages (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    origin_ticket_id bigint NOT NULL,
    kind text NOT NULL,
    direction smallint NOT NULL,
    channel text NOT NULL,
    author_kind text NOT NULL,
    author_id bigint,
    author_name text DEFAULT ''::text NOT NULL,
    from_name text DEFAULT ''::text NOT NULL,
    from_address text,
    to_list jsonb DEFAULT '[]'::jsonb NOT NULL,
    cc_list jsonb DEFAULT '[]'::jsonb NOT NULL,
    bcc_list jsonb DEFAULT '[]'::jsonb NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    body_html text,
    body_text text DEFAULT ''::text NOT NULL,
    quoted_html text,
    quoted_text text DEFAULT ''::text NOT NULL,
    remote_images integer DEFAULT 0 NOT NULL,
    mail_kind text,
    is_verified boolean,
    event_key text,
    event_values jsonb,
    client_id uuid,
    mail_message_id text,
    mail_in_reply_to text,
    mail_references text[] DEFAULT '{}'::text[] NOT NULL,
    inbound_mail_id bigint,
    added timestamp with time zone DEFAULT now() NOT NULL,
    side_id bigint,
    edits integer DEFAULT 0 NOT NULL,
    edited_at timestamp with time zone,
    logo text,
    reply_to_list jsonb DEFAULT '[]'::jsonb NOT NULL,
    parted_to_id bigint,
    CONSTRAINT messages_author_kind_check CHECK ((author_kind = ANY (ARRAY['customer'::text, 'user'::text, 'system'::text]))),
    CONSTRAINT messages_direction_check CHECK ((direction = ANY (ARRAY[1, 2]))),
    CONSTRAINT messages_kind_check CHECK ((kind = ANY (ARRAY['inbound'::text, 'outbound'::text, 'note'::text, 'event'::text, 'call'::text, 'forward'::text, 'side_inbound'::text, 'side_outbound'::text]))),
    CONSTRAINT messages_mail_kind_check CHECK ((mail_kind = ANY (ARRAY['human'::text, 'automatic'::text, 'bounce'::text, 'bulk'::text]))),
    CONSTRAINT messages_side_check CHECK (((side_id IS NOT NULL) = (kind = ANY (ARRAY['forward'::text, 'side_inbound'::text, 'side_outbound'::text]))))
);

ALTER TABLE ONLY public.messages FORCE ROW LEVEL SECURITY;

ALTER TABLE public.messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.messengers (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    settings_id bigint NOT NULL,
    messenger text NOT NULL,
    api_url text,
    additional jsonb NOT NULL,
    auth1 text NOT NULL,
    auth2 text,
    instant smallint DEFAULT 0 NOT NULL,
    token_hash text,
    remote_id text,
    bot_name text,
    bot_address text,
    picture text,
    picture_ref text,
    other_webhook text,
    checked_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_until timestamp with time zone,
    CONSTRAINT messengers_check CHECK (((additional ->> 'messenger'::text) = messenger)),
    CONSTRAINT messengers_instant_check CHECK ((instant = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.messengers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.new_letters (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    client_id uuid NOT NULL,
    state text DEFAULT 'draft'::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    device uuid,
    kind text DEFAULT 'mail'::text NOT NULL,
    product_id bigint NOT NULL,
    from_address text,
    recipients jsonb DEFAULT '{"cc": [], "to": [], "bcc": []}'::jsonb NOT NULL,
    customer_id bigint,
    how text DEFAULT 'each'::text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    body_html text DEFAULT ''::text NOT NULL,
    body_text text DEFAULT ''::text NOT NULL,
    template_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    assignee_id bigint,
    tag_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    why text,
    send_at timestamp with time zone,
    then_do jsonb,
    held_key text,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    mentions jsonb DEFAULT '[]'::jsonb NOT NULL,
    handed_from bigint,
    CONSTRAINT new_letters_check CHECK (((state <> ALL (ARRAY['waiting'::text, 'held'::text])) OR ((why IS NOT NULL) AND (send_at IS NOT NULL)))),
    CONSTRAINT new_letters_how_check CHECK ((how = ANY (ARRAY['each'::text, 'together'::text]))),
    CONSTRAINT new_letters_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'call'::text, 'note'::text]))),
    CONSTRAINT new_letters_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'waiting'::text, 'held'::text, 'taken_back'::text]))),
    CONSTRAINT new_letters_why_check CHECK ((why = ANY (ARRAY['undo'::text, 'later'::text])))
);

ALTER TABLE ONLY public.new_letters FORCE ROW LEVEL SECURITY;

ALTER TABLE public.new_letters ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.new_letters_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.note_versions (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    message_id bigint NOT NULL,
    body_html text,
    body_text text NOT NULL,
    written_at timestamp with time zone NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.note_versions FORCE ROW LEVEL SECURITY;

ALTER TABLE public.note_versions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.note_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.notification_choices (
    user_id bigint NOT NULL,
    kind text NOT NULL,
    way text NOT NULL,
    value smallint NOT NULL,
    CONSTRAINT notification_choices_value_check CHECK ((value = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.notification_choices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.notifications (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL,
    ticket_id bigint,
    message_id bigint,
    mail_at timestamp with time zone,
    added timestamp with time zone DEFAULT now() NOT NULL,
    who text DEFAULT ''::text NOT NULL,
    mail_state text,
    in_app smallint DEFAULT 1 NOT NULL,
    read_at timestamp with time zone,
    new_letter_id bigint,
    CONSTRAINT notifications_about CHECK (((ticket_id IS NULL) <> (new_letter_id IS NULL))),
    CONSTRAINT notifications_in_app_check CHECK ((in_app = ANY (ARRAY[0, 1]))),
    CONSTRAINT notifications_mail CHECK (((mail_at IS NULL) = (mail_state IS NULL))),
    CONSTRAINT notifications_mail_state_check CHECK ((mail_state = ANY (ARRAY['queued'::text, 'sent'::text, 'dropped'::text])))
);

ALTER TABLE ONLY public.notifications FORCE ROW LEVEL SECURITY;

ALTER TABLE public.notifications ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.notifications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.password_resets (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    email text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    used timestamp with time zone
);

ALTER TABLE ONLY public.password_resets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.past_passwords (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    password_hash text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.past_passwords FORCE ROW LEVEL SECURITY;

ALTER TABLE public.past_passwords ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.past_passwords_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.phone_assignments (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    phone_id bigint NOT NULL,
    product_id bigint NOT NULL,
    taken_by bigint,
    taken_at timestamp with time zone DEFAULT now() NOT NULL,
    returned_by bigint,
    returned_at timestamp with time zone
);

ALTER TABLE ONLY public.phone_assignments FORCE ROW LEVEL SECURITY;

ALTER TABLE public.phone_assignments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.phone_assignments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.phones (
    id bigint NOT NULL,
    company_id bigint DEFAULT 0 NOT NULL,
    product_id bigint,
    acd_provider_id bigint NOT NULL,
    name text NOT NULL,
    phone_number text NOT NULL,
    country_code text DEFAULT ''::text NOT NULL,
    is_onboarding smallint DEFAULT 1 NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    readable_number text DEFAULT ''::text NOT NULL,
    CONSTRAINT phones_check CHECK (((company_id = 0) = (product_id IS NULL))),
    CONSTRAINT phones_country_code_check CHECK ((length(country_code) = ANY (ARRAY[0, 2]))),
    CONSTRAINT phones_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT phones_is_onboarding_check CHECK ((is_onboarding = ANY (ARRAY[0, 1]))),
    CONSTRAINT phones_name_check CHECK (((length(name) >= 2) AND (length(name) <= 20))),
    CONSTRAINT phones_phone_number_check CHECK ((phone_number ~ '^\+[1-9][0-9]{5,14}$'::text)),
    CONSTRAINT phones_readable_number_check CHECK ((length(readable_number) <= 30))
);

ALTER TABLE ONLY public.phones FORCE ROW LEVEL SECURITY;

ALTER TABLE public.phones ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.phones_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.presences (
    user_id bigint NOT NULL,
    process uuid NOT NULL,
    until timestamp with time zone NOT NULL,
    touched_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.presences FORCE ROW LEVEL SECURITY;

CREATE TABLE public.product_members (
    company_id bigint NOT NULL,
    product_id bigint NOT NULL,
    user_id bigint NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.product_members FORCE ROW LEVEL SECURITY;

CREATE TABLE public.products (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    name text NOT NULL,
    abbreviation text NOT NULL,
    color text DEFAULT '#0b7285'::text NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    team_id bigint,
    mailbox_id bigint,
    signature text DEFAULT ''::text NOT NULL,
    auto_reply smallint DEFAULT 0 NOT NULL,
    auto_reply_when text DEFAULT 'always'::text NOT NULL,
    auto_reply_calendar_id bigint,
    auto_reply_texts jsonb DEFAULT '{}'::jsonb NOT NULL,
    logo_in_letters smallint DEFAULT 0 NOT NULL,
    CONSTRAINT products_auto_reply_check CHECK ((auto_reply = ANY (ARRAY[0, 1]))),
    CONSTRAINT products_auto_reply_when_check CHECK ((auto_reply_when = ANY (ARRAY['always'::text, 'open'::text, 'closed'::text]))),
    CONSTRAINT products_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT products_logo_in_letters_check CHECK ((logo_in_letters = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.products FORCE ROW LEVEL SECURITY;

ALTER TABLE public.products ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.products_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.promo_batches (
    id bigint NOT NULL,
    name text NOT NULL,
    percent smallint NOT NULL,
    uses smallint NOT NULL,
    begins timestamp with time zone NOT NULL,
    expires timestamp with time zone NOT NULL,
    made_by bigint,
    added timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT promo_batches_check CHECK ((expires > begins)),
    CONSTRAINT promo_batches_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT promo_batches_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
    CONSTRAINT promo_batches_uses_check CHECK (((uses >= 1) AND (uses <= 100)))
);

ALTER TABLE ONLY public.promo_batches FORCE ROW LEVEL SECURITY;

ALTER TABLE public.promo_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.promo_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.promo_codes (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    code text NOT NULL,
    uses_left smallint NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT promo_codes_code_check CHECK ((length(code) = 8)),
    CONSTRAINT promo_codes_uses_left_check CHECK ((uses_left >= 0))
);

ALTER TABLE ONLY public.promo_codes FORCE ROW LEVEL SECURITY;

ALTER TABLE public.promo_codes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.promo_codes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.push_devices (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    session_id bigint,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    failures smallint DEFAULT 0 NOT NULL,
    last_used timestamp with time zone,
    added timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.push_devices FORCE ROW LEVEL SECURITY;

ALTER TABLE public.push_devices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.push_devices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.push_keys (
    id smallint DEFAULT 1 NOT NULL,
    public_key text NOT NULL,
    private_key text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT push_keys_id_check CHECK ((id = 1))
);

ALTER TABLE ONLY public.push_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.pushes (
    id bigint NOT NULL,
    device_id bigint NOT NULL,
    notification_id bigint,
    state text DEFAULT 'queued'::text NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    error text,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT pushes_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'dropped'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.pushes FORCE ROW LEVEL SECURITY;

ALTER TABLE public.pushes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pushes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.quidgets (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    title text NOT NULL,
    color text NOT NULL,
    settings jsonb NOT NULL,
    allowed_domains jsonb DEFAULT '[]'::jsonb NOT NULL,
    calendar_id bigint,
    identity_secret text,
    identity_secret_since timestamp with time zone,
    CONSTRAINT quidgets_check CHECK (((identity_secret IS NULL) = (identity_secret_since IS NULL))),
    CONSTRAINT quidgets_color_check CHECK ((color ~ '^#[0-9a-fA-F]{6}$'::text)),
    CONSTRAINT quidgets_title_check CHECK (((length(title) >= 3) AND (length(title) <= 49)))
);

ALTER TABLE ONLY public.quidgets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.recovery_codes (
    user_id bigint NOT NULL,
    code_hash text NOT NULL,
    used timestamp with time zone
);

ALTER TABLE ONLY public.recovery_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.recovery_requests (
    id bigint NOT NULL,
    email text NOT NULL,
    language text NOT NULL,
    brand text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    ip text,
    user_agent text,
    CONSTRAINT recovery_requests_brand_check CHECK ((brand = ANY (ARRAY['main'::text, 'local'::text]))),
    CONSTRAINT recovery_requests_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ua'::text])))
);

ALTER TABLE ONLY public.recovery_requests FORCE ROW LEVEL SECURITY;

ALTER TABLE public.recovery_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.recovery_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.refused_calls (
    user_id bigint NOT NULL,
    minute timestamp with time zone NOT NULL,
    call text NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    ip text,
    user_agent text
);

ALTER TABLE ONLY public.refused_calls FORCE ROW LEVEL SECURITY;

CREATE TABLE public.rights_changes (
    written_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.rights_changes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.roles (
    user_id bigint NOT NULL,
    company_id bigint NOT NULL,
    level smallint NOT NULL,
    name text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    scope text DEFAULT 'company'::text NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    role_since timestamp with time zone DEFAULT now() NOT NULL,
    listed_updated timestamp with time zone DEFAULT now() NOT NULL,
    listed_is_deleted smallint DEFAULT 0 NOT NULL,
    listed_name text DEFAULT ''::text NOT NULL,
    CONSTRAINT roles_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT roles_level_check CHECK (((level >= 1) AND (level <= 4))),
    CONSTRAINT roles_scope_check CHECK ((scope = ANY (ARRAY['own'::text, 'team'::text, 'product'::text, 'company'::text])))
);

ALTER TABLE ONLY public.roles FORCE ROW LEVEL SECURITY;

CREATE TABLE public.saved_search_places (
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    saved_search_id bigint NOT NULL,
    "position" integer NOT NULL
);

ALTER TABLE ONLY public.saved_search_places FORCE ROW LEVEL SECURITY;

CREATE TABLE public.saved_searches (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    query jsonb NOT NULL,
    is_shared smallint DEFAULT 0 NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT saved_searches_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT saved_searches_is_shared_check CHECK ((is_shared = ANY (ARRAY[0, 1]))),
    CONSTRAINT saved_searches_name_check CHECK (((length(name) >= 3) AND (length(name) <= 50)))
);

ALTER TABLE ONLY public.saved_searches FORCE ROW LEVEL SECURITY;

ALTER TABLE public.saved_searches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.saved_searches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.schema_migrations (
    name text NOT NULL,
    ran_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.search_customers (
    company_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    words tsvector NOT NULL
);

ALTER TABLE ONLY public.search_customers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.search_due (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    ticket_id bigint,
    customer_id bigint,
    from_message bigint DEFAULT 0 NOT NULL,
    is_late smallint DEFAULT 0 NOT NULL,
    CONSTRAINT search_due_check CHECK ((num_nonnulls(ticket_id, customer_id) = 1)),
    CONSTRAINT search_due_is_late_check CHECK ((is_late = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.search_due FORCE ROW LEVEL SECURITY;

ALTER TABLE public.search_due ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.search_due_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.search_texts (
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    part integer NOT NULL,
    from_message bigint DEFAULT 0 NOT NULL,
    to_message bigint DEFAULT 0 NOT NULL,
    words tsvector NOT NULL
);

ALTER TABLE ONLY public.search_texts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sessions (
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    ip text,
    user_agent text,
    added timestamp with time zone DEFAULT now() NOT NULL,
    last_used timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    is_half boolean DEFAULT false NOT NULL,
    is_remembered boolean DEFAULT false NOT NULL,
    password_confirmed_at timestamp with time zone,
    active_at timestamp with time zone
);

ALTER TABLE ONLY public.sessions FORCE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.side_conversations (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    origin_ticket_id bigint NOT NULL,
    channel_account_id bigint NOT NULL,
    from_address text NOT NULL,
    subject text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    is_unseen smallint DEFAULT 0 NOT NULL,
    partners jsonb DEFAULT '[]'::jsonb NOT NULL,
    opened_by bigint,
    last_message_id bigint,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT side_conversations_is_unseen_check CHECK ((is_unseen = ANY (ARRAY[0, 1]))),
    CONSTRAINT side_conversations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text])))
);

ALTER TABLE ONLY public.side_conversations FORCE ROW LEVEL SECURITY;

ALTER TABLE public.side_conversations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.side_conversations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sign_in_failures (
    email text NOT NULL,
    address text NOT NULL,
    failures integer NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    locked_until timestamp with time zone
);

ALTER TABLE ONLY public.sign_in_failures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.snoozes (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    user_id bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    wakes_on_reply smallint NOT NULL,
    was text NOT NULL,
    replaces_id bigint,
    added timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    ended_how text,
    stood jsonb,
    CONSTRAINT snoozes_check CHECK (((ended_at IS NULL) = (ended_how IS NULL))),
    CONSTRAINT snoozes_ended_how_check CHECK ((ended_how = ANY (ARRAY['time'::text, 'customer'::text, 'person'::text, 'undone'::text, 'answered'::text, 'resolved'::text, 'replaced'::text]))),
    CONSTRAINT snoozes_wakes_on_reply_check CHECK ((wakes_on_reply = ANY (ARRAY[0, 1]))),
    CONSTRAINT snoozes_was_check CHECK ((was = ANY (ARRAY[''::text, 'answered'::text, 'snoozed'::text])))
);

ALTER TABLE ONLY public.snoozes FORCE ROW LEVEL SECURITY;

ALTER TABLE public.snoozes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.snoozes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sso_attempts (
    browser_hash bytea NOT NULL,
    state_hash bytea,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    back text,
    issuer text,
    subject text,
    email text,
    user_id bigint,
    expires timestamp with time zone NOT NULL,
    provider text NOT NULL
);

ALTER TABLE ONLY public.sso_attempts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sso_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id bigint NOT NULL,
    email text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    last_used timestamp with time zone DEFAULT now() NOT NULL,
    id bigint NOT NULL
);

ALTER TABLE ONLY public.sso_identities FORCE ROW LEVEL SECURITY;

ALTER TABLE public.sso_identities ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sso_identities_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.stray_files (
    file_key text NOT NULL,
    company_id bigint NOT NULL,
    due_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.stray_files FORCE ROW LEVEL SECURITY;

CREATE TABLE public.system_mails (
    id bigint NOT NULL,
    to_name text NOT NULL,
    to_address text NOT NULL,
    subject text NOT NULL,
    message_id text NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    error text,
    added timestamp with time zone DEFAULT now() NOT NULL,
    brand text DEFAULT 'main'::text NOT NULL,
    sealed_body text,
    logo text,
    is_news smallint DEFAULT 0 NOT NULL,
    link_ends timestamp with time zone,
    CONSTRAINT system_mails_body_check CHECK (((state = 'queued'::text) = (sealed_body IS NOT NULL))),
    CONSTRAINT system_mails_brand_check CHECK ((brand = ANY (ARRAY['main'::text, 'local'::text]))),
    CONSTRAINT system_mails_is_news_check CHECK ((is_news = ANY (ARRAY[0, 1]))),
    CONSTRAINT system_mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.system_mails FORCE ROW LEVEL SECURITY;

ALTER TABLE public.system_mails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.system_mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.system_settings (
    id bigint NOT NULL,
    company_id bigint DEFAULT 0 NOT NULL,
    code text NOT NULL,
    CONSTRAINT system_settings_code_check CHECK (((length(code) >= 1) AND (length(code) <= 30))),
    CONSTRAINT system_settings_company_id_check CHECK ((company_id = 0))
);

ALTER TABLE ONLY public.system_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tags (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    name text NOT NULL,
    color text NOT NULL,
    merged_into bigint,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    search_after bigint,
    CONSTRAINT tags_check CHECK (((merged_into IS NULL) OR (is_deleted = 1))),
    CONSTRAINT tags_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT tags_name_check CHECK (((length(name) >= 3) AND (length(name) <= 50)))
);

ALTER TABLE ONLY public.tags FORCE ROW LEVEL SECURITY;

ALTER TABLE public.tags ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tags_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.team_members (
    company_id bigint NOT NULL,
    team_id bigint NOT NULL,
    user_id bigint NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    capacity integer,
    turn bigint DEFAULT 0 NOT NULL,
    CONSTRAINT team_members_capacity_check CHECK (((capacity >= 0) AND (capacity <= 1000)))
);

ALTER TABLE ONLY public.team_members FORCE ROW LEVEL SECURITY;

CREATE TABLE public.teams (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    name text NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    routing text DEFAULT 'off'::text NOT NULL,
    calendar_id bigint,
    signature text DEFAULT ''::text NOT NULL,
    CONSTRAINT teams_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT teams_name_check CHECK (((length(name) >= 2) AND (length(name) <= 30))),
    CONSTRAINT teams_routing_check CHECK ((routing = ANY (ARRAY['off'::text, 'round_robin'::text, 'least_loaded'::text])))
);

ALTER TABLE ONLY public.teams FORCE ROW LEVEL SECURITY;

ALTER TABLE public.teams ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.teams_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.template_uses (
    company_id bigint NOT NULL,
    template_id bigint NOT NULL,
    user_id bigint NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    last_used timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.template_uses FORCE ROW LEVEL SECURITY;

CREATE TABLE public.templates (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    category_id bigint,
    product_id bigint,
    name text NOT NULL,
    texts jsonb DEFAULT '{}'::jsonb NOT NULL,
    words text DEFAULT ''::text NOT NULL,
    visibility text DEFAULT 'personal'::text NOT NULL,
    team_id bigint,
    owner_id bigint NOT NULL,
    times_used integer DEFAULT 0 NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT templates_check CHECK (((visibility <> 'team'::text) OR (team_id IS NOT NULL))),
    CONSTRAINT templates_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT templates_name_check CHECK (((length(name) >= 2) AND (length(name) <= 100))),
    CONSTRAINT templates_visibility_check CHECK ((visibility = ANY (ARRAY['personal'::text, 'team'::text, 'company'::text])))
);

ALTER TABLE ONLY public.templates FORCE ROW LEVEL SECURITY;

ALTER TABLE public.templates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ticket_counts (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    product_id bigint NOT NULL,
    assignee_id bigint NOT NULL,
    bucket text NOT NULL,
    delta integer NOT NULL,
    team_id bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.ticket_counts FORCE ROW LEVEL SECURITY;

ALTER TABLE public.ticket_counts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ticket_counts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ticket_links (
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    other_id bigint NOT NULL,
    kind text NOT NULL,
    linked_by bigint,
    linked_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ticket_links_check CHECK ((ticket_id <> other_id)),
    CONSTRAINT ticket_links_kind_check CHECK ((kind = ANY (ARRAY['related'::text, 'follows'::text, 'split'::text])))
);

ALTER TABLE ONLY public.ticket_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.ticket_merges (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    survivor_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    merged_by bigint,
    merged_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_by bigint,
    undone_at timestamp with time zone,
    was_view_type text,
    was_waiting_since timestamp with time zone,
    tags_added bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    is_split smallint DEFAULT 0 NOT NULL,
    was_resolved_at timestamp with time zone,
    CONSTRAINT ticket_merges_check CHECK ((survivor_id <> ticket_id)),
    CONSTRAINT ticket_merges_is_split_check CHECK ((is_split = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.ticket_merges FORCE ROW LEVEL SECURITY;

ALTER TABLE public.ticket_merges ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ticket_merges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ticket_reads (
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    user_id bigint NOT NULL,
    last_message_id bigint NOT NULL,
    is_unread smallint DEFAULT 0 NOT NULL,
    read_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ticket_reads_is_unread_check CHECK ((is_unread = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.ticket_reads FORCE ROW LEVEL SECURITY;

CREATE TABLE public.ticket_splits (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    from_ticket_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    message_ids bigint[] NOT NULL,
    origin_ids bigint[] NOT NULL,
    split_by bigint,
    split_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    was_view_type text,
    was_waiting_since timestamp with time zone,
    is_settled smallint DEFAULT 0 NOT NULL,
    CONSTRAINT ticket_splits_is_settled_check CHECK ((is_settled = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.ticket_splits FORCE ROW LEVEL SECURITY;

ALTER TABLE public.ticket_splits ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ticket_splits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ticket_tags (
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    tag_id bigint NOT NULL,
    merged_from bigint,
    added_by bigint,
    added timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.ticket_tags FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tickets (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    number integer NOT NULL,
    product_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    channel_account_id bigint,
    channel text NOT NULL,
    title text NOT NULL,
    view_type text DEFAULT ''::text NOT NULL,
    assignee_id bigint,
    waiting_since timestamp with time zone,
    resolved_at timestamp with time zone,
    last_message_id bigint,
    last_direction smallint DEFAULT 1 NOT NULL,
    last_line text DEFAULT ''::text NOT NULL,
    message_count integer DEFAULT 0 NOT NULL,
    has_attachments smallint DEFAULT 0 NOT NULL,
    looks_like_id bigint,
    is_spam smallint DEFAULT 0 NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    label_id bigint,
    snoozed_until timestamp with time zone,
    wakes_on_reply smallint DEFAULT 1 NOT NULL,
    follows_id bigint,
    deleted_at timestamp with time zone,
    merged_into_id bigint,
    team_id bigint,
    queued_at timestamp with time zone,
    given_from timestamp with time zone,
    passed_by bigint,
    composed_as uuid,
    composed_nth smallint,
    erased_at timestamp with time zone,
    stood jsonb,
    assigned_before jsonb,
    queue_place timestamp with time zone,
    has_side_answer smallint DEFAULT 0 NOT NULL,
    CONSTRAINT tickets_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'chat'::text, 'telegram'::text, 'viber'::text, 'whatsapp'::text, 'phone'::text]))),
    CONSTRAINT tickets_check CHECK ((merged_into_id <> id)),
    CONSTRAINT tickets_has_attachments_check CHECK ((has_attachments = ANY (ARRAY[0, 1]))),
    CONSTRAINT tickets_has_side_answer_check CHECK ((has_side_answer = ANY (ARRAY[0, 1]))),
    CONSTRAINT tickets_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT tickets_is_spam_check CHECK ((is_spam = ANY (ARRAY[0, 1]))),
    CONSTRAINT tickets_last_direction_check CHECK ((last_direction = ANY (ARRAY[1, 2]))),
    CONSTRAINT tickets_snoozed_until_a_time CHECK (((view_type = 'snoozed'::text) = (snoozed_until IS NOT NULL))),
    CONSTRAINT tickets_view_type_check CHECK ((view_type = ANY (ARRAY[''::text, 'snoozed'::text, 'answered'::text, 'resolved'::text]))),
    CONSTRAINT tickets_wakes_on_reply_check CHECK ((wakes_on_reply = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.tickets FORCE ROW LEVEL SECURITY;

ALTER TABLE public.tickets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tickets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.two_factors (
    user_id bigint NOT NULL,
    sealed_secret text NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.two_factors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.unlock_links (
    key_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    used timestamp with time zone
);

ALTER TABLE ONLY public.unlock_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.unlock_requests (
    id bigint NOT NULL,
    email text NOT NULL,
    address text NOT NULL,
    brand text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT unlock_requests_brand_check CHECK ((brand = ANY (ARRAY['main'::text, 'local'::text])))
);

ALTER TABLE ONLY public.unlock_requests FORCE ROW LEVEL SECURITY;

ALTER TABLE public.unlock_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.unlock_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.user_ai_configs (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    protocol text NOT NULL,
    name text NOT NULL,
    base_url text NOT NULL,
    model text NOT NULL,
    key text NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_ai_configs_base_url_check CHECK (((base_url ~~ 'https://%'::text) AND (length(base_url) <= 255))),
    CONSTRAINT user_ai_configs_model_check CHECK (((length(model) >= 1) AND (length(model) <= 100))),
    CONSTRAINT user_ai_configs_name_check CHECK (((length(name) >= 2) AND (length(name) <= 30))),
    CONSTRAINT user_ai_configs_protocol_check CHECK ((protocol = ANY (ARRAY['openai'::text, 'anthropic'::text])))
);

ALTER TABLE ONLY public.user_ai_configs FORCE ROW LEVEL SECURITY;

ALTER TABLE public.user_ai_configs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.user_ai_configs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.users (
    id bigint NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_confirmed_at timestamp with time zone,
    password_hash text NOT NULL,
    phone text,
    note text,
    avatar text,
    status smallint DEFAULT 8 NOT NULL,
    phone_status smallint DEFAULT 2 NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    time_zone text,
    theme text DEFAULT 'system'::text NOT NULL,
    is_deleted smallint DEFAULT 0 NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    date_format text DEFAULT 'D MMM YYYY'::text NOT NULL,
    clock smallint DEFAULT 24 NOT NULL,
    density text DEFAULT 'comfortable'::text NOT NULL,
    signature text DEFAULT ''::text NOT NULL,
    after_sending text DEFAULT 'stay'::text NOT NULL,
    notification_position text DEFAULT 'bottomLeft'::text NOT NULL,
    notification_duration integer DEFAULT 5000 NOT NULL,
    quiet_is_on smallint DEFAULT 0 NOT NULL,
    quiet_from text DEFAULT '20:00'::text NOT NULL,
    quiet_to text DEFAULT '08:00'::text NOT NULL,
    has_password boolean DEFAULT true NOT NULL,
    mail_when text DEFAULT 'away'::text NOT NULL,
    push_preview smallint DEFAULT 1 NOT NULL,
    last_seen timestamp with time zone,
    undo_send_seconds smallint DEFAULT 10 NOT NULL,
    single_keys smallint DEFAULT 1 NOT NULL,
    first_view text DEFAULT 'open'::text NOT NULL,
    muted_products bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    snooze_morning text DEFAULT '09:00'::text NOT NULL,
    snooze_evening text DEFAULT '18:00'::text NOT NULL,
    snooze_days smallint[] DEFAULT '{1,2,3,4,5}'::smallint[] NOT NULL,
    CONSTRAINT users_after_sending_check CHECK ((after_sending = ANY (ARRAY['stay'::text, 'next'::text, 'previous'::text, 'list'::text]))),
    CONSTRAINT users_clock_check CHECK ((clock = ANY (ARRAY[12, 24]))),
    CONSTRAINT users_date_format_check CHECK ((date_format = ANY (ARRAY['D MMM YYYY'::text, 'DD.MM.YYYY'::text, 'DD/MM/YYYY'::text, 'MM/DD/YYYY'::text, 'YYYY-MM-DD'::text]))),
    CONSTRAINT users_density_check CHECK ((density = ANY (ARRAY['comfortable'::text, 'compact'::text]))),
    CONSTRAINT users_first_view_check CHECK ((first_view = ANY (ARRAY['open'::text, 'mine'::text, 'unassigned'::text, 'mentions'::text, 'drafts'::text, 'snoozed'::text, 'answered'::text, 'resolved'::text]))),
    CONSTRAINT users_is_deleted_check CHECK ((is_deleted = ANY (ARRAY[0, 1]))),
    CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ua'::text]))),
    CONSTRAINT users_mail_when_check CHECK ((mail_when = ANY (ARRAY['away'::text, 'always'::text]))),
    CONSTRAINT users_muted_products_check CHECK ((cardinality(muted_products) <= 100)),
    CONSTRAINT users_notification_duration_check CHECK ((notification_duration > 0)),
    CONSTRAINT users_notification_position_check CHECK ((notification_position = ANY (ARRAY['topRight'::text, 'topCenter'::text, 'bottomLeft'::text, 'bottomRight'::text]))),
    CONSTRAINT users_phone_status_check CHECK ((phone_status = ANY (ARRAY[1, 2]))),
    CONSTRAINT users_push_preview_check CHECK ((push_preview = ANY (ARRAY[0, 1]))),
    CONSTRAINT users_quiet_is_on_check CHECK ((quiet_is_on = ANY (ARRAY[0, 1]))),
    CONSTRAINT users_single_keys_check CHECK ((single_keys = ANY (ARRAY[0, 1]))),
    CONSTRAINT users_snooze_days_check CHECK (((cardinality(snooze_days) >= 1) AND (cardinality(snooze_days) <= 7))),
    CONSTRAINT users_status_check CHECK ((status = ANY (ARRAY[8, 9]))),
    CONSTRAINT users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
    CONSTRAINT users_undo_send_seconds_check CHECK ((undo_send_seconds = ANY (ARRAY[0, 5, 10, 20, 30])))
);

ALTER TABLE ONLY public.users FORCE ROW LEVEL SECURITY;

ALTER TABLE public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.visitors (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    quidget_id bigint NOT NULL,
    token_hash bytea NOT NULL,
    customer_id bigint NOT NULL,
    external_id text,
    name text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    language text NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    country text,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    agreed_at timestamp with time zone,
    time_zone text,
    CONSTRAINT visitors_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ua'::text]))),
    CONSTRAINT visitors_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);

ALTER TABLE ONLY public.visitors FORCE ROW LEVEL SECURITY;

ALTER TABLE public.visitors ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.visitors_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.visits (
    id bigint NOT NULL,
    process uuid NOT NULL,
    seat uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id bigint NOT NULL,
    quidget_id bigint NOT NULL,
    visitor_id bigint,
    came_by text,
    page_url text NOT NULL,
    page_title text NOT NULL,
    page_since timestamp with time zone DEFAULT now() NOT NULL,
    pages integer DEFAULT 1 NOT NULL,
    trail jsonb DEFAULT '[]'::jsonb NOT NULL,
    referrer text NOT NULL,
    language text NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    country text,
    shown text[] DEFAULT '{}'::text[] NOT NULL,
    invitation uuid,
    invited_by bigint,
    invited_at timestamp with time zone,
    invited_text text,
    is_told boolean DEFAULT true NOT NULL,
    is_here boolean DEFAULT true NOT NULL,
    began timestamp with time zone DEFAULT now() NOT NULL,
    moved_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT visits_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ua'::text])))
);

ALTER TABLE ONLY public.visits FORCE ROW LEVEL SECURITY;

ALTER TABLE public.visits ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.visits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.watchers (
    socket uuid NOT NULL,
    process uuid NOT NULL,
    company_id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    user_id bigint,
    doing text NOT NULL,
    moved_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    until timestamp with time zone NOT NULL,
    visitor_id bigint,
    CONSTRAINT watchers_check CHECK ((num_nonnulls(user_id, visitor_id) = 1)),
    CONSTRAINT watchers_doing_check CHECK ((doing = ANY (ARRAY['reading'::text, 'replying'::text, 'noting'::text, 'gone'::text])))
);

ALTER TABLE ONLY public.watchers FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.acd_providers
    ADD CONSTRAINT acd_providers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.acd_providers
    ADD CONSTRAINT acd_providers_provider_key UNIQUE (provider);

ALTER TABLE ONLY public.address_undos
    ADD CONSTRAINT address_undos_pkey PRIMARY KEY (key_hash);

ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.announcements_put_away
    ADD CONSTRAINT announcements_put_away_pkey PRIMARY KEY (announcement_id, user_id);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.archived_assignees
    ADD CONSTRAINT archived_assignees_pkey PRIMARY KEY (company_id, ticket_id);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_bookmark
    ADD CONSTRAINT audit_bookmark_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.audit_chains
    ADD CONSTRAINT audit_chains_pkey PRIMARY KEY (chain);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_chain_event_position_key UNIQUE (chain, event_position);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (chain, number);

ALTER TABLE ONLY public.auto_replies
    ADD CONSTRAINT auto_replies_pkey PRIMARY KEY (product_id, address);

ALTER TABLE ONLY public.bulk_changes
    ADD CONSTRAINT bulk_changes_pkey PRIMARY KEY (company_id, job_id, ticket_id);

ALTER TABLE ONLY public.calendars
    ADD CONSTRAINT calendars_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.calendars
    ADD CONSTRAINT calendars_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.channel_account_history
    ADD CONSTRAINT channel_account_history_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.channel_accounts
    ADD CONSTRAINT channel_accounts_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.channel_accounts
    ADD CONSTRAINT channel_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_key_key UNIQUE (key);

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_pkey PRIMARY KEY (ticket_id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.company_privileges
    ADD CONSTRAINT company_privileges_pkey PRIMARY KEY (company_id, role_name, privilege);

ALTER TABLE ONLY public.company_role_settings
    ADD CONSTRAINT company_role_settings_pkey PRIMARY KEY (company_id, role_name);

ALTER TABLE ONLY public.company_storage
    ADD CONSTRAINT company_storage_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.company_suspensions
    ADD CONSTRAINT company_suspensions_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.csv_uploads
    ADD CONSTRAINT csv_uploads_file_key_key UNIQUE (file_key);

ALTER TABLE ONLY public.csv_uploads
    ADD CONSTRAINT csv_uploads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.customer_erasures
    ADD CONSTRAINT customer_erasures_customer_id_key UNIQUE (customer_id);

ALTER TABLE ONLY public.customer_erasures
    ADD CONSTRAINT customer_erasures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.customer_identities
    ADD CONSTRAINT customer_identities_pkey PRIMARY KEY (company_id, kind, value);

ALTER TABLE ONLY public.customer_merges
    ADD CONSTRAINT customer_merges_company_id_client_id_key UNIQUE (company_id, client_id);

ALTER TABLE ONLY public.customer_merges
    ADD CONSTRAINT customer_merges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.customer_notes
    ADD CONSTRAINT customer_notes_company_id_client_id_key UNIQUE (company_id, client_id);

ALTER TABLE ONLY public.customer_notes
    ADD CONSTRAINT customer_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.customer_tags
    ADD CONSTRAINT customer_tags_pkey PRIMARY KEY (customer_id, tag_id);

ALTER TABLE ONLY public.customers_apart
    ADD CONSTRAINT customers_apart_pkey PRIMARY KEY (one_id, other_id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_token_hash_user_id_key UNIQUE (token_hash, user_id);

ALTER TABLE ONLY public.doomed_bytes
    ADD CONSTRAINT doomed_bytes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.email_confirmations
    ADD CONSTRAINT email_confirmations_pkey PRIMARY KEY (key_hash);

ALTER TABLE ONLY public.event_readers
    ADD CONSTRAINT event_readers_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.handed_over_tickets
    ADD CONSTRAINT handed_over_tickets_pkey PRIMARY KEY (company_id, user_id, ticket_id);

ALTER TABLE ONLY public.imported_ids
    ADD CONSTRAINT imported_ids_pkey PRIMARY KEY (company_id, of_table, old_id);

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_mailbox_id_sha256_key UNIQUE (mailbox_id, sha256);

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_one_place UNIQUE (mailbox_id, account, folder, uid_validity, uid);

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_key_hash_key UNIQUE (key_hash);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.job_parts
    ADD CONSTRAINT job_parts_file_key_key UNIQUE (file_key);

ALTER TABLE ONLY public.job_parts
    ADD CONSTRAINT job_parts_pkey PRIMARY KEY (company_id, job_id, place);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_company_id_asked_by_request_id_key UNIQUE (company_id, asked_by, request_id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.labels
    ADD CONSTRAINT labels_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.labels
    ADD CONSTRAINT labels_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.link_products
    ADD CONSTRAINT link_products_pkey PRIMARY KEY (link_id, product_id);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.made_once
    ADD CONSTRAINT made_once_pkey PRIMARY KEY (user_id, request_id);

ALTER TABLE ONLY public.mailbox_aliases
    ADD CONSTRAINT mailbox_aliases_pkey PRIMARY KEY (mailbox_id, address);

ALTER TABLE ONLY public.mailbox_folders
    ADD CONSTRAINT mailbox_folders_pkey PRIMARY KEY (mailbox_id, path);

ALTER TABLE ONLY public.mailboxes
    ADD CONSTRAINT mailboxes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mentions
    ADD CONSTRAINT mentions_pkey PRIMARY KEY (message_id, user_id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_inbound_mail_id_key UNIQUE (inbound_mail_id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_ticket_id_client_id_key UNIQUE (ticket_id, client_id);

ALTER TABLE ONLY public.messengers
    ADD CONSTRAINT messengers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.messengers
    ADD CONSTRAINT messengers_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.new_letters
    ADD CONSTRAINT new_letters_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.new_letters
    ADD CONSTRAINT new_letters_user_id_client_id_key UNIQUE (user_id, client_id);

ALTER TABLE ONLY public.note_versions
    ADD CONSTRAINT note_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_pkey PRIMARY KEY (user_id, kind, way);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.past_passwords
    ADD CONSTRAINT past_passwords_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.phone_assignments
    ADD CONSTRAINT phone_assignments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.phones
    ADD CONSTRAINT phones_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.phones
    ADD CONSTRAINT phones_phone_number_key UNIQUE (phone_number);

ALTER TABLE ONLY public.phones
    ADD CONSTRAINT phones_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.presences
    ADD CONSTRAINT presences_pkey PRIMARY KEY (user_id, process);

ALTER TABLE ONLY public.product_members
    ADD CONSTRAINT product_members_pkey PRIMARY KEY (company_id, user_id, product_id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.promo_batches
    ADD CONSTRAINT promo_batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.promo_codes
    ADD CONSTRAINT promo_codes_code_key UNIQUE (code);

ALTER TABLE ONLY public.promo_codes
    ADD CONSTRAINT promo_codes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.push_devices
    ADD CONSTRAINT push_devices_endpoint_key UNIQUE (endpoint);

ALTER TABLE ONLY public.push_devices
    ADD CONSTRAINT push_devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.push_keys
    ADD CONSTRAINT push_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pushes
    ADD CONSTRAINT pushes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.quidgets
    ADD CONSTRAINT quidgets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE ONLY public.recovery_requests
    ADD CONSTRAINT recovery_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.refused_calls
    ADD CONSTRAINT refused_calls_pkey PRIMARY KEY (user_id, minute, call);

ALTER TABLE ONLY public.rights_changes
    ADD CONSTRAINT rights_changes_pkey PRIMARY KEY (written_in);

ALTER TABLE ONLY public.roles
    ADD CONSTRAINT roles_pkey PRIMARY KEY (company_id, user_id);

ALTER TABLE ONLY public.saved_search_places
    ADD CONSTRAINT saved_search_places_pkey PRIMARY KEY (user_id, saved_search_id);

ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.search_customers
    ADD CONSTRAINT search_customers_pkey PRIMARY KEY (customer_id);

ALTER TABLE ONLY public.search_due
    ADD CONSTRAINT search_due_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.search_texts
    ADD CONSTRAINT search_texts_pkey PRIMARY KEY (ticket_id, part);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.side_conversations
    ADD CONSTRAINT side_conversations_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.side_conversations
    ADD CONSTRAINT side_conversations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_in_failures
    ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (address, email);

ALTER TABLE ONLY public.snoozes
    ADD CONSTRAINT snoozes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sso_attempts
    ADD CONSTRAINT sso_attempts_pkey PRIMARY KEY (browser_hash);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT sso_identities_id_key UNIQUE (id);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT sso_identities_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.stray_files
    ADD CONSTRAINT stray_files_pkey PRIMARY KEY (file_key);

ALTER TABLE ONLY public.system_mails
    ADD CONSTRAINT system_mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.system_settings
    ADD CONSTRAINT system_settings_code_key UNIQUE (code);

ALTER TABLE ONLY public.system_settings
    ADD CONSTRAINT system_settings_id_code_key UNIQUE (id, code);

ALTER TABLE ONLY public.system_settings
    ADD CONSTRAINT system_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (company_id, user_id, team_id);

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.template_uses
    ADD CONSTRAINT template_uses_pkey PRIMARY KEY (template_id, user_id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_counts
    ADD CONSTRAINT ticket_counts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_pkey PRIMARY KEY (ticket_id, other_id);

ALTER TABLE ONLY public.ticket_merges
    ADD CONSTRAINT ticket_merges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_reads
    ADD CONSTRAINT ticket_reads_pkey PRIMARY KEY (ticket_id, user_id);

ALTER TABLE ONLY public.ticket_splits
    ADD CONSTRAINT ticket_splits_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_pkey PRIMARY KEY (ticket_id, tag_id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_number_key UNIQUE (company_id, number);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.unlock_links
    ADD CONSTRAINT unlock_links_pkey PRIMARY KEY (key_hash);

ALTER TABLE ONLY public.unlock_requests
    ADD CONSTRAINT unlock_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_ai_configs
    ADD CONSTRAINT user_ai_configs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT visitors_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT visitors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT visitors_quidget_id_token_hash_key UNIQUE (quidget_id, token_hash);

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_invitation_key UNIQUE (invitation);

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT watchers_pkey PRIMARY KEY (socket, ticket_id);

CREATE INDEX address_undos_of_user ON public.address_undos USING btree (user_id);

CREATE INDEX announcements_ahead ON public.announcements USING btree (ends) WHERE (withdrawn_at IS NULL);

CREATE INDEX api_tokens_of_user ON public.api_tokens USING btree (user_id) WHERE (revoked IS NULL);

CREATE INDEX archived_assignees_email ON public.archived_assignees USING btree (company_id, email);

CREATE INDEX attachments_adrift ON public.attachments USING btree (added) WHERE ((message_id IS NULL) AND (template_id IS NULL));

CREATE INDEX attachments_of_draft ON public.attachments USING btree (draft_id) WHERE (draft_id IS NOT NULL);

CREATE INDEX attachments_of_file ON public.attachments USING btree (file_key);

CREATE INDEX attachments_of_message ON public.attachments USING btree (message_id, id);

CREATE INDEX attachments_of_new_letter ON public.attachments USING btree (new_letter_id) WHERE (new_letter_id IS NOT NULL);

CREATE INDEX attachments_of_template ON public.attachments USING btree (template_id, id) WHERE (template_id IS NOT NULL);

CREATE INDEX attachments_of_visitor ON public.attachments USING btree (company_id, visitor_id) WHERE (visitor_id IS NOT NULL);

CREATE INDEX attachments_of_visitors ON public.attachments USING btree (company_id, added) INCLUDE (size, message_id) WHERE (visitor_id IS NOT NULL);

CREATE INDEX attachments_uploaded ON public.attachments USING btree (company_id, added) INCLUDE (size, message_id) WHERE (uploaded_by IS NOT NULL);

CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (chain, at, number);

CREATE INDEX audit_entries_of_actor ON public.audit_entries USING btree (chain, actor_id, number);

CREATE INDEX audit_entries_of_thing ON public.audit_entries USING btree (chain, entity, entity_id, number);

CREATE INDEX auto_replies_sent ON public.auto_replies USING btree (sent_at);

CREATE INDEX calendars_list ON public.calendars USING btree (company_id, name COLLATE "und-x-icu", id);

CREATE INDEX categories_list ON public.categories USING btree (company_id, added DESC, id DESC);

CREATE UNIQUE INDEX categories_name ON public.categories USING btree (company_id, lower(name)) WHERE (is_deleted = 0);

CREATE INDEX channel_account_history_newest ON public.channel_account_history USING btree (channel_account_id, id DESC);

CREATE INDEX channel_accounts_in_trouble ON public.channel_accounts USING btree (health_since) WHERE ((health_state = 'action_needed'::text) AND (is_deleted = 0));

CREATE INDEX channel_accounts_list ON public.channel_accounts USING btree (company_id, kind, name COLLATE "und-x-icu", id);

CREATE INDEX channel_accounts_of_product ON public.channel_accounts USING btree (product_id) WHERE (is_deleted = 0);

CREATE INDEX channel_accounts_to_lease ON public.channel_accounts USING btree (kind, lease_until) WHERE (is_deleted = 0);

CREATE INDEX chats_of_quidget ON public.chats USING btree (company_id, quidget_id);

CREATE INDEX chats_of_visitor ON public.chats USING btree (visitor_id, ticket_id DESC);

CREATE INDEX chats_to_mail ON public.chats USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE INDEX companies_logo ON public.companies USING btree (logo) WHERE (logo IS NOT NULL);

CREATE INDEX csv_uploads_of_person ON public.csv_uploads USING btree (company_id, uploaded_by, id DESC);

CREATE INDEX csv_uploads_oldest ON public.csv_uploads USING btree (added);

CREATE INDEX customer_erasures_due ON public.customer_erasures USING btree (due_at) WHERE (done_at IS NULL);

CREATE INDEX customer_identities_alike ON public.customer_identities USING btree (company_id, kind, match_key);

CREATE INDEX customer_identities_of_customer ON public.customer_identities USING btree (customer_id);

CREATE INDEX customer_merges_of_merged ON public.customer_merges USING btree (merged_id);

CREATE INDEX customer_merges_of_survivor ON public.customer_merges USING btree (survivor_id, id DESC);

CREATE INDEX customer_notes_of ON public.customer_notes USING btree (customer_id, is_pinned DESC, id DESC);

CREATE INDEX customer_tags_of_tag ON public.customer_tags USING btree (tag_id);

CREATE INDEX customers_added_by ON public.customers USING btree (company_id, added_by) WHERE (added_by IS NOT NULL);

CREATE INDEX customers_apart_other ON public.customers_apart USING btree (other_id);

CREATE INDEX customers_by_change ON public.customers USING btree (company_id, is_deleted, updated DESC, id DESC);

CREATE INDEX customers_by_email ON public.customers USING btree (company_id, is_deleted, email, id);

CREATE INDEX customers_by_first_name ON public.customers USING btree (company_id, is_deleted, first_name COLLATE "und-x-icu", id);

CREATE INDEX customers_list ON public.customers USING btree (company_id, added DESC, id DESC);

CREATE INDEX customers_merged ON public.customers USING btree (merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX customers_of_name ON public.customers USING btree (company_id, name_key) WHERE ((name_key IS NOT NULL) AND (is_deleted = 0));

CREATE INDEX customers_of_phone ON public.customers USING btree (company_id, phone_key) WHERE ((phone_key IS NOT NULL) AND (is_deleted = 0));

CREATE INDEX customers_phone_digits ON public.customers USING btree (company_id, regexp_replace(phone, '[^0-9+]'::text, ''::text, 'g'::text)) WHERE (phone IS NOT NULL);

CREATE INDEX deliveries_by_provider_message_id ON public.deliveries USING btree (company_id, provider_message_id) WHERE (provider_message_id IS NOT NULL);

CREATE INDEX deliveries_failed ON public.deliveries USING btree (due_at) WHERE (state = 'failed'::text);

CREATE INDEX deliveries_of_ticket ON public.deliveries USING btree (ticket_id, id) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));

CREATE INDEX deliveries_owed ON public.deliveries USING btree (channel_account_id, due_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));

CREATE INDEX deliveries_sending ON public.deliveries USING btree (channel_account_id) WHERE (state = 'sending'::text);

CREATE INDEX deliveries_to_copy ON public.deliveries USING btree (copy_due_at) WHERE (copy_state = 'queued'::text);

CREATE INDEX devices_of_user ON public.devices USING btree (user_id);

CREATE INDEX doomed_bytes_by_file ON public.doomed_bytes USING btree (company_id, file_key) WHERE (from_byte IS NULL);

CREATE INDEX doomed_bytes_due ON public.doomed_bytes USING btree (due_at);

CREATE UNIQUE INDEX drafts_being_written ON public.drafts USING btree (ticket_id, user_id, kind, COALESCE(side_id, (0)::bigint)) WHERE (state = 'draft'::text);

CREATE UNIQUE INDEX drafts_by_client ON public.drafts USING btree (ticket_id, client_id) WHERE (client_id IS NOT NULL);

CREATE INDEX drafts_due ON public.drafts USING btree (send_at) WHERE (state = 'waiting'::text);

CREATE INDEX drafts_of_ticket ON public.drafts USING btree (ticket_id);

CREATE INDEX drafts_of_user ON public.drafts USING btree (user_id, company_id, updated);

CREATE INDEX drafts_oldest ON public.drafts USING btree (updated);

CREATE INDEX email_confirmations_of_user ON public.email_confirmations USING btree (user_id);

CREATE INDEX events_in_order ON public.events USING btree (written_in, "position");

CREATE INDEX events_of_company ON public.events USING btree (company_id, "position");

CREATE INDEX events_said_of ON public.events USING btree (company_id, entity, entity_id) WHERE (detail IS NOT NULL);

CREATE INDEX handed_over_tickets_of_ticket ON public.handed_over_tickets USING btree (ticket_id);

CREATE INDEX inbound_mails_in_hand ON public.inbound_mails USING btree (mailbox_id) WHERE ((outcome = 'waiting'::text) AND (lease_token IS NOT NULL));

CREATE INDEX inbound_mails_log ON public.inbound_mails USING btree (mailbox_id, received_at DESC, id DESC);

CREATE INDEX inbound_mails_of_company ON public.inbound_mails USING btree (company_id, received_at DESC, id DESC);

CREATE INDEX inbound_mails_of_file ON public.inbound_mails USING btree (raw_key) WHERE (raw_key IS NOT NULL);

CREATE INDEX inbound_mails_of_ticket ON public.inbound_mails USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);

CREATE INDEX inbound_mails_waiting ON public.inbound_mails USING btree (mailbox_id, received_at, id) WHERE (outcome = 'waiting'::text);

CREATE INDEX invites_of_team ON public.invites USING btree (company_id, team_id, added DESC);

CREATE UNIQUE INDEX invites_open ON public.invites USING btree (company_id, lower(email), COALESCE(team_id, (0)::bigint)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX jobs_due ON public.jobs USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE INDEX jobs_ended ON public.jobs USING btree (ended) WHERE (ended IS NOT NULL);

CREATE INDEX jobs_of_person ON public.jobs USING btree (company_id, asked_by, id DESC);

CREATE INDEX jobs_open ON public.jobs USING btree (company_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE INDEX labels_list ON public.labels USING btree (company_id, added DESC, id DESC);

CREATE UNIQUE INDEX labels_name ON public.labels USING btree (company_id, lower(name)) WHERE (is_deleted = 0);

CREATE INDEX link_products_of_product ON public.link_products USING btree (company_id, product_id);

CREATE INDEX links_list ON public.links USING btree (company_id, added DESC, id DESC);

CREATE UNIQUE INDEX links_name ON public.links USING btree (company_id, lower(name)) WHERE (is_deleted = 0);

CREATE INDEX made_once_oldest ON public.made_once USING btree (made);

CREATE UNIQUE INDEX mailbox_aliases_address ON public.mailbox_aliases USING btree (company_id, lower(address));

CREATE INDEX mailboxes_by_address ON public.mailboxes USING btree (lower(from_email));

CREATE INDEX mailboxes_not_sending ON public.mailboxes USING btree (send_error_since) WHERE (send_error_since IS NOT NULL);

CREATE UNIQUE INDEX mailboxes_one_account ON public.mailboxes USING btree (company_id, lower(imap_server), lower(imap_username)) WHERE holds_account;

CREATE UNIQUE INDEX mailboxes_one_address ON public.mailboxes USING btree (company_id, lower(from_email)) WHERE holds_account;

CREATE INDEX mentions_of_user ON public.mentions USING btree (user_id, company_id, message_id);

CREATE INDEX mentions_unseen ON public.mentions USING btree (user_id) WHERE (seen_at IS NULL);

CREATE INDEX messages_by_mail_message_id ON public.messages USING btree (company_id, mail_message_id) WHERE (mail_message_id IS NOT NULL);

CREATE INDEX messages_of_origin ON public.messages USING btree (origin_ticket_id, id);

CREATE INDEX messages_of_side ON public.messages USING btree (company_id, side_id, id) WHERE (side_id IS NOT NULL);

CREATE INDEX messages_of_ticket ON public.messages USING btree (company_id, ticket_id, id);

CREATE INDEX messages_parted_from_chat ON public.messages USING btree (origin_ticket_id, ticket_id) WHERE (parted_to_id IS NOT NULL);

CREATE INDEX messages_parted_into_ticket ON public.messages USING btree (ticket_id, origin_ticket_id) WHERE (parted_to_id IS NOT NULL);

CREATE INDEX messages_parted_to ON public.messages USING btree (parted_to_id) WHERE (parted_to_id IS NOT NULL);

CREATE INDEX messengers_due ON public.messengers USING btree (due_at);

CREATE INDEX messengers_picture ON public.messengers USING btree (picture) WHERE (picture IS NOT NULL);

CREATE UNIQUE INDEX messengers_remote ON public.messengers USING btree (messenger, remote_id) WHERE ((remote_id IS NOT NULL) AND (api_url IS NULL));

CREATE UNIQUE INDEX messengers_remote_of_company ON public.messengers USING btree (company_id, messenger, remote_id) WHERE (remote_id IS NOT NULL);

CREATE INDEX new_letters_due ON public.new_letters USING btree (send_at) WHERE (state = 'waiting'::text);

CREATE INDEX new_letters_handed_from ON public.new_letters USING btree (handed_from) WHERE (handed_from IS NOT NULL);

CREATE INDEX new_letters_of_company ON public.new_letters USING btree (company_id);

CREATE INDEX new_letters_oldest ON public.new_letters USING btree (updated);

CREATE INDEX note_versions_of_message ON public.note_versions USING btree (message_id, id);

CREATE INDEX notifications_mail_due ON public.notifications USING btree (mail_at) WHERE (mail_state = 'queued'::text);

CREATE INDEX notifications_mail_sent ON public.notifications USING btree (user_id, mail_at DESC) WHERE (mail_state = 'sent'::text);

CREATE INDEX notifications_of_new_letter ON public.notifications USING btree (new_letter_id) WHERE (new_letter_id IS NOT NULL);

CREATE INDEX notifications_of_ticket ON public.notifications USING btree (ticket_id);

CREATE INDEX notifications_of_user ON public.notifications USING btree (user_id, id DESC);

CREATE INDEX notifications_oldest ON public.notifications USING btree (added);

CREATE INDEX notifications_unread ON public.notifications USING btree (user_id, ticket_id) WHERE ((read_at IS NULL) AND (in_app = 1));

CREATE INDEX password_resets_of_user ON public.password_resets USING btree (user_id, added);

CREATE INDEX past_passwords_of_user ON public.past_passwords USING btree (user_id, id);

CREATE INDEX phone_assignments_of_phone ON public.phone_assignments USING btree (company_id, phone_id, id DESC);

CREATE UNIQUE INDEX phone_assignments_open ON public.phone_assignments USING btree (phone_id) WHERE (returned_at IS NULL);

CREATE INDEX phones_list ON public.phones USING btree (company_id, phone_number COLLATE "und-x-icu", id);

CREATE INDEX phones_of_product ON public.phones USING btree (product_id) WHERE (product_id IS NOT NULL);

CREATE INDEX presences_ending ON public.presences USING btree (until);

CREATE INDEX presences_of_process ON public.presences USING btree (process);

CREATE INDEX product_members_of_product ON public.product_members USING btree (product_id);

CREATE INDEX products_list ON public.products USING btree (company_id, name COLLATE "und-x-icu", id);

CREATE INDEX products_of_calendar ON public.products USING btree (company_id, auto_reply_calendar_id) WHERE (auto_reply_calendar_id IS NOT NULL);

CREATE INDEX products_of_mailbox ON public.products USING btree (company_id, mailbox_id) WHERE (mailbox_id IS NOT NULL);

CREATE INDEX products_of_team ON public.products USING btree (company_id, team_id) WHERE (team_id IS NOT NULL);

CREATE INDEX promo_codes_of_batch ON public.promo_codes USING btree (batch_id, id);

CREATE INDEX push_devices_of_session ON public.push_devices USING btree (session_id);

CREATE INDEX push_devices_of_user ON public.push_devices USING btree (user_id);

CREATE INDEX pushes_due ON public.pushes USING btree (due_at) WHERE (state = 'queued'::text);

CREATE INDEX pushes_of_device ON public.pushes USING btree (device_id, added);

CREATE INDEX pushes_of_notification ON public.pushes USING btree (notification_id);

CREATE INDEX pushes_oldest ON public.pushes USING btree (added) WHERE (state <> 'queued'::text);

CREATE INDEX quidgets_of_calendar ON public.quidgets USING btree (company_id, calendar_id) WHERE (calendar_id IS NOT NULL);

CREATE INDEX refused_calls_by_minute ON public.refused_calls USING btree (minute);

CREATE INDEX roles_by_name ON public.roles USING btree (company_id, listed_name COLLATE "und-x-icu", user_id);

CREATE INDEX roles_list ON public.roles USING btree (company_id, listed_updated DESC, user_id DESC);

CREATE INDEX roles_of_user ON public.roles USING btree (user_id);

CREATE INDEX saved_search_places_of_search ON public.saved_search_places USING btree (saved_search_id);

CREATE INDEX search_customers_of_company ON public.search_customers USING btree (company_id, customer_id);

CREATE INDEX search_customers_words ON public.search_customers USING gin (words);

CREATE INDEX search_due_customers ON public.search_due USING btree (company_id, customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX search_due_in_order ON public.search_due USING btree (is_late, id);

CREATE INDEX search_due_tickets ON public.search_due USING btree (company_id, ticket_id) WHERE (ticket_id IS NOT NULL);

CREATE INDEX search_texts_of_company ON public.search_texts USING btree (company_id, ticket_id);

CREATE INDEX search_texts_words ON public.search_texts USING gin (words);

CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);

CREATE INDEX side_conversations_of_ticket ON public.side_conversations USING btree (company_id, ticket_id, id);

CREATE INDEX sign_in_failures_of_account ON public.sign_in_failures USING btree (email);

CREATE INDEX snoozes_of_ticket ON public.snoozes USING btree (ticket_id, id DESC);

CREATE UNIQUE INDEX snoozes_running ON public.snoozes USING btree (ticket_id) WHERE (ended_at IS NULL);

CREATE INDEX sso_attempts_by_time ON public.sso_attempts USING btree (expires);

CREATE INDEX sso_attempts_of_user ON public.sso_attempts USING btree (user_id);

CREATE INDEX sso_identities_of_user ON public.sso_identities USING btree (user_id);

CREATE INDEX stray_files_due ON public.stray_files USING btree (due_at);

CREATE INDEX system_mails_due ON public.system_mails USING btree (is_news, due_at) WHERE (state = 'queued'::text);

CREATE INDEX system_mails_failed ON public.system_mails USING btree (due_at) WHERE (state = 'failed'::text);

CREATE INDEX tags_list ON public.tags USING btree (company_id, added DESC, id DESC);

CREATE INDEX tags_merged ON public.tags USING btree (company_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE UNIQUE INDEX tags_name ON public.tags USING btree (company_id, lower(name)) WHERE (is_deleted = 0);

CREATE INDEX tags_to_read ON public.tags USING btree (id) WHERE (search_after IS NOT NULL);

CREATE INDEX team_members_of_team ON public.team_members USING btree (team_id);

CREATE INDEX teams_list ON public.teams USING btree (company_id, name COLLATE "und-x-icu", id);

CREATE INDEX teams_of_calendar ON public.teams USING btree (company_id, calendar_id) WHERE (calendar_id IS NOT NULL);

CREATE INDEX template_uses_of_user ON public.template_uses USING btree (company_id, user_id, last_used DESC);

CREATE INDEX templates_by_use ON public.templates USING btree (company_id, times_used DESC, id DESC);

CREATE INDEX templates_list ON public.templates USING btree (company_id, added DESC, id DESC);

CREATE INDEX templates_of_category ON public.templates USING btree (company_id, category_id);

CREATE INDEX ticket_counts_of_assignee ON public.ticket_counts USING btree (company_id, assignee_id, bucket);

CREATE INDEX ticket_counts_of_company ON public.ticket_counts USING btree (company_id, product_id, bucket);

CREATE INDEX ticket_counts_of_team ON public.ticket_counts USING btree (company_id, team_id, bucket) WHERE (team_id <> 0);

CREATE UNIQUE INDEX ticket_links_pair ON public.ticket_links USING btree (LEAST(ticket_id, other_id), GREATEST(ticket_id, other_id));

CREATE INDEX ticket_links_to ON public.ticket_links USING btree (company_id, other_id);

CREATE INDEX ticket_merges_of_survivor ON public.ticket_merges USING btree (survivor_id, id);

CREATE INDEX ticket_merges_of_ticket ON public.ticket_merges USING btree (ticket_id);

CREATE UNIQUE INDEX ticket_merges_one ON public.ticket_merges USING btree (ticket_id) WHERE (undone_at IS NULL);

CREATE INDEX ticket_splits_from_ticket ON public.ticket_splits USING btree (company_id, from_ticket_id);

CREATE INDEX ticket_splits_of_ticket ON public.ticket_splits USING btree (company_id, ticket_id);

CREATE INDEX ticket_tags_of_tag ON public.ticket_tags USING btree (company_id, tag_id, ticket_id);

CREATE INDEX tickets_by_assignee ON public.tickets USING btree (company_id, assignee_id, view_type, updated DESC, id DESC) WHERE ((is_deleted = 0) AND (is_spam = 0));

CREATE INDEX tickets_by_channel ON public.tickets USING btree (company_id, channel, view_type, updated DESC, id DESC) WHERE ((is_deleted = 0) AND (is_spam = 0) AND (merged_into_id IS NULL));

CREATE INDEX tickets_by_label ON public.tickets USING btree (company_id, label_id, updated DESC, id DESC) WHERE (label_id IS NOT NULL);

CREATE INDEX tickets_by_product ON public.tickets USING btree (company_id, product_id, view_type, updated DESC, id DESC) WHERE ((is_deleted = 0) AND (is_spam = 0) AND (merged_into_id IS NULL));

CREATE INDEX tickets_by_team ON public.tickets USING btree (company_id, team_id, view_type, updated DESC, id DESC) WHERE ((is_deleted = 0) AND (is_spam = 0) AND (team_id IS NOT NULL));

CREATE INDEX tickets_by_view ON public.tickets USING btree (company_id, view_type, updated DESC, id DESC) WHERE ((is_deleted = 0) AND (is_spam = 0) AND (merged_into_id IS NULL));

CREATE UNIQUE INDEX tickets_composed ON public.tickets USING btree (company_id, composed_as, composed_nth) WHERE (composed_as IS NOT NULL);

CREATE INDEX tickets_given ON public.tickets USING btree (company_id, assignee_id) WHERE (given_from IS NOT NULL);

CREATE INDEX tickets_in_queue ON public.tickets USING btree (company_id, team_id, queued_at, id) WHERE (queued_at IS NOT NULL);

CREATE INDEX tickets_merged ON public.tickets USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);

CREATE INDEX tickets_newest ON public.tickets USING btree (company_id, updated DESC, id DESC);

CREATE INDEX tickets_of_customer ON public.tickets USING btree (company_id, customer_id, updated DESC, id DESC) INCLUDE (assignee_id, product_id, team_id);

CREATE INDEX tickets_put_away ON public.tickets USING btree (company_id, updated DESC, id DESC) WHERE ((is_deleted = 1) OR (is_spam = 1));

CREATE INDEX tickets_seen_by_assignee ON public.tickets USING btree (company_id, assignee_id, customer_id) WHERE (assignee_id IS NOT NULL);

CREATE INDEX tickets_seen_by_product ON public.tickets USING btree (company_id, product_id, customer_id);

CREATE INDEX tickets_seen_by_team ON public.tickets USING btree (company_id, team_id, customer_id) WHERE (team_id IS NOT NULL);

CREATE INDEX tickets_snoozed ON public.tickets USING btree (company_id, snoozed_until, id) WHERE ((snoozed_until IS NOT NULL) AND (is_deleted = 0) AND (is_spam = 0));

CREATE INDEX tickets_that_follow ON public.tickets USING btree (company_id, follows_id) WHERE (follows_id IS NOT NULL);

CREATE INDEX tickets_to_throw_away ON public.tickets USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX tickets_to_wake ON public.tickets USING btree (snoozed_until) WHERE (snoozed_until IS NOT NULL);

CREATE INDEX unlock_links_of_user ON public.unlock_links USING btree (user_id);

CREATE UNIQUE INDEX user_ai_configs_of_user ON public.user_ai_configs USING btree (user_id, lower(name));

CREATE UNIQUE INDEX users_avatar ON public.users USING btree (avatar) WHERE (avatar IS NOT NULL);

CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));

CREATE INDEX visitors_by_email ON public.visitors USING btree (company_id, lower(email)) WHERE (email <> ''::text);

CREATE INDEX visitors_by_external_id ON public.visitors USING btree (quidget_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX visitors_of_customer ON public.visitors USING btree (company_id, customer_id);

CREATE INDEX visits_by_came_by ON public.visits USING btree (quidget_id, came_by) WHERE (came_by IS NOT NULL);

CREATE INDEX visits_moved ON public.visits USING btree (moved_at);

CREATE INDEX visits_of_company ON public.visits USING btree (company_id, id DESC) WHERE is_here;

CREATE INDEX visits_of_visitor ON public.visits USING btree (visitor_id) WHERE (visitor_id IS NOT NULL);

CREATE INDEX visits_until ON public.visits USING btree (until);

CREATE INDEX watchers_moved ON public.watchers USING btree (moved_at);

CREATE INDEX watchers_of_process ON public.watchers USING btree (process);

CREATE INDEX watchers_of_ticket ON public.watchers USING btree (company_id, ticket_id);

CREATE TRIGGER changed_customers_are_searched AFTER UPDATE OF first_name, last_name, email, phone ON public.customers FOR EACH ROW WHEN (((((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.phone IS DISTINCT FROM new.phone))) EXECUTE FUNCTION public.search_changed_customer();

CREATE TRIGGER changed_messages_are_searched AFTER UPDATE OF ticket_id, body_text ON public.messages FOR EACH ROW WHEN (((old.ticket_id IS DISTINCT FROM new.ticket_id) OR (old.body_text IS DISTINCT FROM new.body_text))) EXECUTE FUNCTION public.search_changed_message();

CREATE TRIGGER changed_tags_are_searched BEFORE UPDATE ON public.tags FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.is_deleted <> new.is_deleted))) EXECUTE FUNCTION public.search_changed_tag();

CREATE TRIGGER changed_tickets_are_searched AFTER UPDATE OF title, customer_id ON public.tickets FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.customer_id IS DISTINCT FROM new.customer_id))) EXECUTE FUNCTION public.search_changed_ticket();

CREATE TRIGGER gone_messages_are_searched AFTER DELETE ON public.messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.search_old_tickets();

CREATE TRIGGER gone_tags_are_searched AFTER DELETE ON public.ticket_tags REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.search_old_tags();

CREATE TRIGGER identities_are_searched AFTER INSERT OR DELETE OR UPDATE OF customer_id, value ON public.customer_identities FOR EACH ROW EXECUTE FUNCTION public.search_changed_identity();

CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER never_said_anew BEFORE UPDATE OF detail ON public.events FOR EACH ROW WHEN ((new.detail IS NOT NULL)) EXECUTE FUNCTION public.only_forget();

CREATE TRIGGER new_attachments_are_searched AFTER INSERT ON public.attachments FOR EACH ROW WHEN ((new.message_id IS NOT NULL)) EXECUTE FUNCTION public.search_attachment();

CREATE TRIGGER new_customers_are_searched AFTER INSERT ON public.customers REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.search_new_customers();

CREATE TRIGGER new_messages_are_searched AFTER INSERT ON public.messages REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.search_new_messages();

CREATE TRIGGER new_tags_are_searched AFTER INSERT ON public.ticket_tags REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.search_new_tags();

CREATE TRIGGER new_tickets_are_counted AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.count_new_tickets();

CREATE TRIGGER new_tickets_are_searched AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.search_new_tickets();

CREATE TRIGGER note_listed_person AFTER UPDATE OF updated, is_deleted, name ON public.users FOR EACH ROW WHEN (((old.updated IS DISTINCT FROM new.updated) OR (old.is_deleted IS DISTINCT FROM new.is_deleted) OR (old.name IS DISTINCT FROM new.name))) EXECUTE FUNCTION public.note_listed_person();

CREATE TRIGGER note_listed_role BEFORE INSERT OR UPDATE OF updated, is_deleted ON public.roles FOR EACH ROW EXECUTE FUNCTION public.note_listed_role();

CREATE TRIGGER rights_change AFTER UPDATE OF token_hash, user_id, company_id, scopes, revoked, expires ON public.api_tokens FOR EACH ROW WHEN (((((((old.token_hash IS DISTINCT FROM new.token_hash) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.company_id IS DISTINCT FROM new.company_id)) OR (old.scopes IS DISTINCT FROM new.scopes)) OR (old.revoked IS DISTINCT FROM new.revoked)) OR (old.expires IS DISTINCT FROM new.expires))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF company_name, is_deleted, restrict_remote_access, ips_list, subnets ON public.companies FOR EACH ROW WHEN ((((((old.company_name IS DISTINCT FROM new.company_name) OR (old.is_deleted IS DISTINCT FROM new.is_deleted)) OR (old.restrict_remote_access IS DISTINCT FROM new.restrict_remote_access)) OR (old.ips_list IS DISTINCT FROM new.ips_list)) OR (old.subnets IS DISTINCT FROM new.subnets))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF company_id, role_name, privilege, value ON public.company_privileges FOR EACH ROW WHEN (((((old.company_id IS DISTINCT FROM new.company_id) OR (old.role_name IS DISTINCT FROM new.role_name)) OR (old.privilege IS DISTINCT FROM new.privilege)) OR (old.value IS DISTINCT FROM new.value))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF company_id, role_name, is_two_factor_required, required_since, grace_days ON public.company_role_settings FOR EACH ROW WHEN ((((((old.company_id IS DISTINCT FROM new.company_id) OR (old.role_name IS DISTINCT FROM new.role_name)) OR (old.is_two_factor_required IS DISTINCT FROM new.is_two_factor_required)) OR (old.required_since IS DISTINCT FROM new.required_since)) OR (old.grace_days IS DISTINCT FROM new.grace_days))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF company_id, reason, contact ON public.company_suspensions FOR EACH ROW WHEN ((((old.company_id IS DISTINCT FROM new.company_id) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.contact IS DISTINCT FROM new.contact))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF company_id, product_id, user_id ON public.product_members FOR EACH ROW WHEN ((((old.company_id IS DISTINCT FROM new.company_id) OR (old.product_id IS DISTINCT FROM new.product_id)) OR (old.user_id IS DISTINCT FROM new.user_id))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF user_id, company_id, level, name, scope, role_since, is_deleted ON public.roles FOR EACH ROW WHEN ((((((((old.user_id IS DISTINCT FROM new.user_id) OR (old.company_id IS DISTINCT FROM new.company_id)) OR (old.level IS DISTINCT FROM new.level)) OR (old.name IS DISTINCT FROM new.name)) OR (old.scope IS DISTINCT FROM new.scope)) OR (old.role_since IS DISTINCT FROM new.role_since)) OR (old.is_deleted IS DISTINCT FROM new.is_deleted))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF token_hash, user_id, expires, is_half ON public.sessions FOR EACH ROW WHEN (((((old.token_hash IS DISTINCT FROM new.token_hash) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.expires IS DISTINCT FROM new.expires)) OR (old.is_half IS DISTINCT FROM new.is_half))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF company_id, team_id, user_id ON public.team_members FOR EACH ROW WHEN ((((old.company_id IS DISTINCT FROM new.company_id) OR (old.team_id IS DISTINCT FROM new.team_id)) OR (old.user_id IS DISTINCT FROM new.user_id))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF is_deleted ON public.teams FOR EACH ROW WHEN ((old.is_deleted IS DISTINCT FROM new.is_deleted)) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF user_id, confirmed_at ON public.two_factors FOR EACH ROW WHEN (((old.user_id IS DISTINCT FROM new.user_id) OR (old.confirmed_at IS DISTINCT FROM new.confirmed_at))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_change AFTER UPDATE OF email_confirmed_at, is_deleted ON public.users FOR EACH ROW WHEN (((old.email_confirmed_at IS DISTINCT FROM new.email_confirmed_at) OR (old.is_deleted IS DISTINCT FROM new.is_deleted))) EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER DELETE ON public.api_tokens FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER DELETE ON public.companies FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER INSERT OR DELETE ON public.company_privileges FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER INSERT OR DELETE ON public.company_role_settings FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER INSERT OR DELETE ON public.company_suspensions FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER INSERT OR DELETE ON public.product_members FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER INSERT OR DELETE ON public.roles FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER INSERT OR DELETE ON public.team_members FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER INSERT OR DELETE ON public.teams FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER INSERT OR DELETE ON public.two_factors FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER rights_come_and_go AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION public.note_rights_change();

CREATE TRIGGER sent_attachments_are_searched AFTER UPDATE OF message_id ON public.attachments FOR EACH ROW WHEN (((new.message_id IS NOT NULL) AND (old.message_id IS DISTINCT FROM new.message_id))) EXECUTE FUNCTION public.search_attachment();

CREATE TRIGGER side_conversations_mark_tickets AFTER INSERT OR DELETE OR UPDATE OF is_unseen, ticket_id ON public.side_conversations FOR EACH ROW EXECUTE FUNCTION public.mark_side_answers();

CREATE TRIGGER template_words BEFORE INSERT OR UPDATE OF texts ON public.templates FOR EACH ROW EXECUTE FUNCTION public.note_template_words();

CREATE TRIGGER tickets_are_counted AFTER DELETE OR UPDATE ON public.tickets FOR EACH ROW EXECUTE FUNCTION public.count_tickets();

CREATE TRIGGER tickets_keep_their_place BEFORE INSERT OR UPDATE ON public.tickets FOR EACH ROW WHEN (((new.team_id IS NOT NULL) OR (new.queued_at IS NOT NULL) OR (new.given_from IS NOT NULL) OR (new.assigned_before IS NOT NULL))) EXECUTE FUNCTION public.keep_place_in_queue();

CREATE TRIGGER tickets_note_deletion BEFORE UPDATE OF is_deleted ON public.tickets FOR EACH ROW WHEN ((old.is_deleted <> new.is_deleted)) EXECUTE FUNCTION public.note_ticket_deletion();

ALTER TABLE ONLY public.address_undos
    ADD CONSTRAINT address_undos_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.announcements_put_away
    ADD CONSTRAINT announcements_put_away_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES public.announcements(id);

ALTER TABLE ONLY public.announcements_put_away
    ADD CONSTRAINT announcements_put_away_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.archived_assignees
    ADD CONSTRAINT archived_assignees_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES public.messages(company_id, id);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_company_id_template_id_fkey FOREIGN KEY (company_id, template_id) REFERENCES public.templates(company_id, id);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_company_id_visitor_id_fkey FOREIGN KEY (company_id, visitor_id) REFERENCES public.visitors(company_id, id) ON DELETE SET NULL (visitor_id);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES public.drafts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_new_letter_id_fkey FOREIGN KEY (new_letter_id) REFERENCES public.new_letters(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.audit_chains
    ADD CONSTRAINT audit_chains_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.auto_replies
    ADD CONSTRAINT auto_replies_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.auto_replies
    ADD CONSTRAINT auto_replies_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.products(company_id, id);

ALTER TABLE ONLY public.bulk_changes
    ADD CONSTRAINT bulk_changes_company_id_job_id_fkey FOREIGN KEY (company_id, job_id) REFERENCES public.jobs(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendars
    ADD CONSTRAINT calendars_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.channel_account_history
    ADD CONSTRAINT channel_account_history_company_id_channel_account_id_fkey FOREIGN KEY (company_id, channel_account_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.channel_accounts
    ADD CONSTRAINT channel_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.channel_accounts
    ADD CONSTRAINT channel_accounts_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.products(company_id, id);

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_company_id_quidget_id_fkey FOREIGN KEY (company_id, quidget_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_company_id_visitor_id_fkey FOREIGN KEY (company_id, visitor_id) REFERENCES public.visitors(company_id, id);

ALTER TABLE ONLY public.company_privileges
    ADD CONSTRAINT company_privileges_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.company_role_settings
    ADD CONSTRAINT company_role_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.company_storage
    ADD CONSTRAINT company_storage_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.company_suspensions
    ADD CONSTRAINT company_suspensions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.company_suspensions
    ADD CONSTRAINT company_suspensions_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.csv_uploads
    ADD CONSTRAINT csv_uploads_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.csv_uploads
    ADD CONSTRAINT csv_uploads_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customer_erasures
    ADD CONSTRAINT customer_erasures_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customer_erasures
    ADD CONSTRAINT customer_erasures_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.customer_identities
    ADD CONSTRAINT customer_identities_added_by_fkey FOREIGN KEY (added_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customer_identities
    ADD CONSTRAINT customer_identities_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.customer_merges
    ADD CONSTRAINT customer_merges_company_id_merged_id_fkey FOREIGN KEY (company_id, merged_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.customer_merges
    ADD CONSTRAINT customer_merges_company_id_survivor_id_fkey FOREIGN KEY (company_id, survivor_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.customer_merges
    ADD CONSTRAINT customer_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customer_merges
    ADD CONSTRAINT customer_merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customer_notes
    ADD CONSTRAINT customer_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.customer_notes
    ADD CONSTRAINT customer_notes_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.customer_tags
    ADD CONSTRAINT customer_tags_added_by_fkey FOREIGN KEY (added_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customer_tags
    ADD CONSTRAINT customer_tags_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.customer_tags
    ADD CONSTRAINT customer_tags_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES public.tags(company_id, id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_added_by_fkey FOREIGN KEY (added_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customers_apart
    ADD CONSTRAINT customers_apart_company_id_one_id_fkey FOREIGN KEY (company_id, one_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.customers_apart
    ADD CONSTRAINT customers_apart_company_id_other_id_fkey FOREIGN KEY (company_id, other_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.customers_apart
    ADD CONSTRAINT customers_apart_said_by_fkey FOREIGN KEY (said_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_blocked_by_fkey FOREIGN KEY (blocked_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_company_id_merged_into_fkey FOREIGN KEY (company_id, merged_into) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_company_id_channel_account_id_fkey FOREIGN KEY (company_id, channel_account_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES public.messages(company_id, id);

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.doomed_bytes
    ADD CONSTRAINT doomed_bytes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.email_confirmations
    ADD CONSTRAINT email_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.handed_over_tickets
    ADD CONSTRAINT handed_over_tickets_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.handed_over_tickets
    ADD CONSTRAINT handed_over_tickets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.roles(company_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.handed_over_tickets
    ADD CONSTRAINT handed_over_tickets_handed_to_fkey FOREIGN KEY (handed_to) REFERENCES public.users(id);

ALTER TABLE ONLY public.imported_ids
    ADD CONSTRAINT imported_ids_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_company_id_mailbox_id_fkey FOREIGN KEY (company_id, mailbox_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_company_id_team_id_fkey FOREIGN KEY (company_id, team_id) REFERENCES public.teams(company_id, id);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.job_parts
    ADD CONSTRAINT job_parts_company_id_job_id_fkey FOREIGN KEY (company_id, job_id) REFERENCES public.jobs(company_id, id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.labels
    ADD CONSTRAINT labels_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.link_products
    ADD CONSTRAINT link_products_company_id_link_id_fkey FOREIGN KEY (company_id, link_id) REFERENCES public.links(company_id, id);

ALTER TABLE ONLY public.link_products
    ADD CONSTRAINT link_products_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.products(company_id, id);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.made_once
    ADD CONSTRAINT made_once_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.made_once
    ADD CONSTRAINT made_once_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.mailbox_aliases
    ADD CONSTRAINT mailbox_aliases_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.mailbox_aliases
    ADD CONSTRAINT mailbox_aliases_company_id_mailbox_id_fkey FOREIGN KEY (company_id, mailbox_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.mailbox_folders
    ADD CONSTRAINT mailbox_folders_company_id_mailbox_id_fkey FOREIGN KEY (company_id, mailbox_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.mailboxes
    ADD CONSTRAINT mailboxes_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.mentions
    ADD CONSTRAINT mentions_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES public.messages(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mentions
    ADD CONSTRAINT mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_inbound_mail_id_fkey FOREIGN KEY (inbound_mail_id) REFERENCES public.inbound_mails(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_parted_to_fkey FOREIGN KEY (company_id, parted_to_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_side_fkey FOREIGN KEY (company_id, side_id) REFERENCES public.side_conversations(company_id, id);

ALTER TABLE ONLY public.messengers
    ADD CONSTRAINT messengers_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.messengers
    ADD CONSTRAINT messengers_settings_id_messenger_fkey FOREIGN KEY (settings_id, messenger) REFERENCES public.system_settings(id, code);

ALTER TABLE ONLY public.new_letters
    ADD CONSTRAINT new_letters_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.new_letters
    ADD CONSTRAINT new_letters_handed_from_fkey FOREIGN KEY (handed_from) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.new_letters
    ADD CONSTRAINT new_letters_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.note_versions
    ADD CONSTRAINT note_versions_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES public.messages(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_new_letter_id_fkey FOREIGN KEY (new_letter_id) REFERENCES public.new_letters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.past_passwords
    ADD CONSTRAINT past_passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.phone_assignments
    ADD CONSTRAINT phone_assignments_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.products(company_id, id);

ALTER TABLE ONLY public.phone_assignments
    ADD CONSTRAINT phone_assignments_phone_id_fkey FOREIGN KEY (phone_id) REFERENCES public.phones(id);

ALTER TABLE ONLY public.phone_assignments
    ADD CONSTRAINT phone_assignments_returned_by_fkey FOREIGN KEY (returned_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.phone_assignments
    ADD CONSTRAINT phone_assignments_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.phones
    ADD CONSTRAINT phones_acd_provider_id_fkey FOREIGN KEY (acd_provider_id) REFERENCES public.acd_providers(id);

ALTER TABLE ONLY public.phones
    ADD CONSTRAINT phones_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.products(company_id, id);

ALTER TABLE ONLY public.presences
    ADD CONSTRAINT presences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product_members
    ADD CONSTRAINT product_members_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.products(company_id, id);

ALTER TABLE ONLY public.product_members
    ADD CONSTRAINT product_members_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.roles(company_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_company_id_auto_reply_calendar_id_fkey FOREIGN KEY (company_id, auto_reply_calendar_id) REFERENCES public.calendars(company_id, id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_company_id_mailbox_id_fkey FOREIGN KEY (company_id, mailbox_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_company_id_team_id_fkey FOREIGN KEY (company_id, team_id) REFERENCES public.teams(company_id, id);

ALTER TABLE ONLY public.promo_batches
    ADD CONSTRAINT promo_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.promo_codes
    ADD CONSTRAINT promo_codes_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.promo_batches(id);

ALTER TABLE ONLY public.push_devices
    ADD CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.push_devices
    ADD CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pushes
    ADD CONSTRAINT pushes_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.push_devices(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pushes
    ADD CONSTRAINT pushes_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notifications(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quidgets
    ADD CONSTRAINT quidgets_company_id_calendar_id_fkey FOREIGN KEY (company_id, calendar_id) REFERENCES public.calendars(company_id, id);

ALTER TABLE ONLY public.quidgets
    ADD CONSTRAINT quidgets_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.two_factors(user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.roles
    ADD CONSTRAINT roles_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.roles
    ADD CONSTRAINT roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.saved_search_places
    ADD CONSTRAINT saved_search_places_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.saved_search_places
    ADD CONSTRAINT saved_search_places_saved_search_id_fkey FOREIGN KEY (saved_search_id) REFERENCES public.saved_searches(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_search_places
    ADD CONSTRAINT saved_search_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.search_customers
    ADD CONSTRAINT search_customers_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_texts
    ADD CONSTRAINT search_texts_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.side_conversations
    ADD CONSTRAINT side_conversations_company_id_channel_account_id_fkey FOREIGN KEY (company_id, channel_account_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.side_conversations
    ADD CONSTRAINT side_conversations_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.side_conversations
    ADD CONSTRAINT side_conversations_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.snoozes
    ADD CONSTRAINT snoozes_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.snoozes
    ADD CONSTRAINT snoozes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.sso_attempts
    ADD CONSTRAINT sso_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT sso_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.stray_files
    ADD CONSTRAINT stray_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_company_id_merged_into_fkey FOREIGN KEY (company_id, merged_into) REFERENCES public.tags(company_id, id);

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_company_id_team_id_fkey FOREIGN KEY (company_id, team_id) REFERENCES public.teams(company_id, id);

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.roles(company_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_company_id_calendar_id_fkey FOREIGN KEY (company_id, calendar_id) REFERENCES public.calendars(company_id, id);

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.template_uses
    ADD CONSTRAINT template_uses_company_id_template_id_fkey FOREIGN KEY (company_id, template_id) REFERENCES public.templates(company_id, id);

ALTER TABLE ONLY public.template_uses
    ADD CONSTRAINT template_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES public.categories(company_id, id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.products(company_id, id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_company_id_team_id_fkey FOREIGN KEY (company_id, team_id) REFERENCES public.teams(company_id, id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_company_id_other_id_fkey FOREIGN KEY (company_id, other_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_linked_by_fkey FOREIGN KEY (linked_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_merges
    ADD CONSTRAINT ticket_merges_company_id_survivor_id_fkey FOREIGN KEY (company_id, survivor_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_merges
    ADD CONSTRAINT ticket_merges_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_merges
    ADD CONSTRAINT ticket_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_merges
    ADD CONSTRAINT ticket_merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_reads
    ADD CONSTRAINT ticket_reads_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.ticket_reads
    ADD CONSTRAINT ticket_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_splits
    ADD CONSTRAINT ticket_splits_company_id_from_ticket_id_fkey FOREIGN KEY (company_id, from_ticket_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_splits
    ADD CONSTRAINT ticket_splits_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_splits
    ADD CONSTRAINT ticket_splits_split_by_fkey FOREIGN KEY (split_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_added_by_fkey FOREIGN KEY (added_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES public.tags(company_id, id);

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_channel_account_id_fkey FOREIGN KEY (company_id, channel_account_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_follows_id_fkey FOREIGN KEY (company_id, follows_id) REFERENCES public.tickets(company_id, id) ON DELETE SET NULL (follows_id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_label_id_fkey FOREIGN KEY (company_id, label_id) REFERENCES public.labels(company_id, id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_merged_into_id_fkey FOREIGN KEY (company_id, merged_into_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.products(company_id, id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_team_id_fkey FOREIGN KEY (company_id, team_id) REFERENCES public.teams(company_id, id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_passed_by_fkey FOREIGN KEY (passed_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.unlock_links
    ADD CONSTRAINT unlock_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_ai_configs
    ADD CONSTRAINT user_ai_configs_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT visitors_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);

ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT visitors_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT visitors_company_id_quidget_id_fkey FOREIGN KEY (company_id, quidget_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_company_id_quidget_id_fkey FOREIGN KEY (company_id, quidget_id) REFERENCES public.channel_accounts(company_id, id);

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_visitor_id_fkey FOREIGN KEY (visitor_id) REFERENCES public.visitors(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT watchers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT watchers_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES public.tickets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT watchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT watchers_visitor_id_fkey FOREIGN KEY (visitor_id) REFERENCES public.visitors(id) ON DELETE CASCADE;

ALTER TABLE public.acd_providers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.address_undos ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.announcements ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.announcements_put_away ENABLE ROW LEVEL SECURITY;

CREATE POLICY anybody_notes ON public.rights_changes FOR INSERT WITH CHECK (true);

CREATE POLICY anyone_reads ON public.installation FOR SELECT USING (true);

ALTER TABLE public.api_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.archived_assignees ENABLE ROW LEVEL SECURITY;

CREATE POLICY asked ON public.search_customers AS RESTRICTIVE FOR SELECT USING ((words @@ ( SELECT public.parley_search() AS parley_search)));

CREATE POLICY asked ON public.search_texts AS RESTRICTIVE FOR SELECT USING ((words @@ ( SELECT public.parley_search() AS parley_search)));

ALTER TABLE public.attachments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_bookmark ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_chains ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.auto_replies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.bulk_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.calendars ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.categories ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.channel_account_history ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.channel_accounts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chats ENABLE ROW LEVEL SECURITY;

CREATE POLICY colleagues ON public.presences FOR SELECT USING ((EXISTS ( SELECT
   FROM public.roles r
  WHERE ((r.user_id = presences.user_id) AND (r.company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])))
 OFFSET 0)));

CREATE POLICY colleagues ON public.users FOR SELECT USING ((EXISTS ( SELECT
   FROM public.roles r
  WHERE ((r.user_id = users.id) AND (r.company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])))
 OFFSET 0)));

ALTER TABLE public.companies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.company_privileges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.company_role_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.company_storage ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.company_suspensions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.csv_uploads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_erasures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_identities ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_merges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_notes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_tags ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customers_apart ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.devices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.doomed_bytes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.drafts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.email_confirmations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event_readers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.handed_over_tickets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.imported_ids ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.inbound_mails ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.installation ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invites ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.job_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.jobs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.labels ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.link_products ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.made_once ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mailbox_aliases ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mailbox_folders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mailboxes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mentions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.messengers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.new_letters ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.note_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notification_choices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;

CREATE POLICY only_old_news ON public.events AS RESTRICTIVE FOR DELETE USING (((detail IS NULL) AND (action <> ALL (ARRAY['deleted'::text, 'restored'::text])) AND (at < (now() - '30 days'::interval))));

CREATE POLICY own ON public.company_suspensions FOR SELECT USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

ALTER TABLE public.password_resets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.past_passwords ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.phone_assignments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.phones ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.presences ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.product_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.products ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.promo_batches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.promo_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.push_devices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.push_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pushes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.quidgets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.recovery_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.recovery_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.refused_calls ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.rights_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.roles ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.saved_search_places ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.saved_searches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_customers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_due ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_texts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.side_conversations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sign_in_failures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.snoozes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sso_attempts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sso_identities ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stray_files ENABLE ROW LEVEL SECURITY;

CREATE POLICY system ON public.acd_providers USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.address_undos USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.announcements USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.announcements_put_away USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.api_tokens USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.archived_assignees USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.attachments USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.audit_bookmark USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.audit_chains USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.audit_entries USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.auto_replies USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.bulk_changes USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.calendars USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.categories USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.channel_account_history USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.channel_accounts USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.chats USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.companies USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.company_privileges USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.company_role_settings USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.company_storage USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.company_suspensions USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.csv_uploads USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.customer_erasures USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.customer_identities USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.customer_merges USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.customer_notes USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.customer_tags USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.customers USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.customers_apart USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.deliveries USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.devices USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.doomed_bytes USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.drafts USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.email_confirmations USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.event_readers USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.events USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.handed_over_tickets USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.imported_ids USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.inbound_mails USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.installation USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.invites USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.job_parts USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.jobs USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.labels USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.link_products USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.links USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.made_once USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.mailbox_aliases USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.mailbox_folders USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.mailboxes USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.mentions USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.messages USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.messengers USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.new_letters USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.note_versions USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.notification_choices USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.notifications USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.password_resets USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.past_passwords USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.phone_assignments USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.phones USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.presences USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.product_members USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.products USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.promo_batches USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.promo_codes USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.push_devices USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.push_keys USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.pushes USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.quidgets USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.recovery_codes USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.recovery_requests USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.refused_calls USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.rights_changes USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.roles USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.saved_search_places USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.saved_searches USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.search_customers USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.search_due USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.search_texts USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.sessions USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.side_conversations USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.sign_in_failures USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.snoozes USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.sso_attempts USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.sso_identities USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.stray_files USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.system_mails USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.system_settings USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.tags USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.team_members USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.teams USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.template_uses USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.templates USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.ticket_counts USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.ticket_links USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.ticket_merges USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.ticket_reads USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.ticket_splits USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.ticket_tags USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.tickets USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.two_factors USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.unlock_links USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.unlock_requests USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.user_ai_configs USING (( SELECT public.parley_is_system() AS parley_is_system)) WITH CHECK (( SELECT public.parley_is_system() AS parley_is_system));

CREATE POLICY system ON public.users USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.visitors USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.visits USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

CREATE POLICY system ON public.watchers USING (public.parley_is_system()) WITH CHECK (public.parley_is_system());

ALTER TABLE public.system_mails ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.system_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tags ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.team_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.teams ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.template_uses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.templates ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON public.acd_providers USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.api_tokens USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.archived_assignees USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.attachments USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.auto_replies USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.bulk_changes USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.calendars USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.categories USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.channel_account_history USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.channel_accounts USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.chats USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.companies USING ((id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.company_privileges USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.company_role_settings USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.company_storage USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.csv_uploads USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.customer_erasures USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.customer_identities USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.customer_merges USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.customer_notes USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.customer_tags USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.customers USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.customers_apart USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.deliveries USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.doomed_bytes USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.drafts USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.handed_over_tickets USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.imported_ids USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.inbound_mails USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.invites USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.job_parts USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.jobs USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.labels USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.link_products USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.links USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.made_once USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.mailbox_aliases USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.mailbox_folders USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.mailboxes USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.mentions USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.messages USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.messengers USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.new_letters USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.note_versions USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.notifications USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.phone_assignments USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.phones USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.product_members USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.products USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.quidgets USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.roles USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.saved_search_places USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.saved_searches USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.search_customers USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.search_due USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.search_texts USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.side_conversations USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.snoozes USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.stray_files USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.system_settings USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.tags USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.team_members USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.teams USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.template_uses USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.templates USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.ticket_counts USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.ticket_links USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.ticket_merges USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.ticket_reads USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.ticket_splits USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.ticket_tags USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.tickets USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.visitors USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.visits USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant ON public.watchers USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[]))) WITH CHECK ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant_erases ON public.audit_entries FOR UPDATE USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant_erases ON public.events FOR UPDATE USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant_reads ON public.audit_chains FOR SELECT USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant_reads ON public.audit_entries FOR SELECT USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant_reads ON public.events FOR SELECT USING ((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])));

CREATE POLICY tenant_tells_of_jobs ON public.events FOR INSERT WITH CHECK (((entity = 'jobs'::text) AND (company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])) AND (user_id = ( SELECT j.asked_by
   FROM public.jobs j
  WHERE ((j.company_id = events.company_id) AND (j.id = events.entity_id))))));

CREATE POLICY tenant_tells_of_new_letters ON public.events FOR INSERT WITH CHECK (((entity = 'new-letters'::text) AND (company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])) AND (user_id = ( SELECT l.user_id
   FROM public.new_letters l
  WHERE ((l.company_id = events.company_id) AND (l.id = events.entity_id))))));

CREATE POLICY tenant_writes ON public.events FOR INSERT WITH CHECK (((company_id = ANY (( SELECT public.parley_companies() AS parley_companies)::bigint[])) AND (user_id IS NULL)));

CREATE POLICY the_first_tenant ON public.phones FOR SELECT USING ((company_id = ( SELECT (public.parley_companies())[1] AS parley_companies)));

CREATE POLICY the_only_tenant ON public.audit_entries FOR SELECT USING ((company_id = ( SELECT public.parley_only_company() AS parley_only_company)));

CREATE POLICY the_only_tenant ON public.customers FOR SELECT USING ((company_id = ( SELECT public.parley_only_company() AS parley_only_company)));

CREATE POLICY the_only_tenant ON public.inbound_mails FOR SELECT USING ((company_id = ( SELECT public.parley_only_company() AS parley_only_company)));

CREATE POLICY the_only_tenant ON public.roles FOR SELECT USING ((company_id = ( SELECT public.parley_only_company() AS parley_only_company)));

CREATE POLICY the_only_tenant ON public.saved_searches FOR SELECT USING ((company_id = ( SELECT public.parley_only_company() AS parley_only_company)));

CREATE POLICY the_only_tenant ON public.tags FOR SELECT USING ((company_id = ( SELECT public.parley_only_company() AS parley_only_company)));

CREATE POLICY the_only_tenant ON public.templates FOR SELECT USING ((company_id = ( SELECT public.parley_only_company() AS parley_only_company)));

CREATE POLICY the_only_tenant ON public.tickets FOR SELECT USING ((company_id = ( SELECT public.parley_only_company() AS parley_only_company)));

ALTER TABLE public.ticket_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ticket_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ticket_merges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ticket_reads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ticket_splits ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ticket_tags ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tickets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.two_factors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.unlock_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.unlock_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.user_ai_configs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.visitors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.visits ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.watchers ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO parley_app;

GRANT SELECT,INSERT ON TABLE public.audit_entries TO parley_app;

GRANT UPDATE(title) ON TABLE public.audit_entries TO parley_app;

GRANT UPDATE(detail) ON TABLE public.audit_entries TO parley_app;

GRANT UPDATE(salt) ON TABLE public.audit_entries TO parley_app;

GRANT UPDATE(erased_at) ON TABLE public.audit_entries TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.acd_providers TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.acd_providers_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.address_undos TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.announcements TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.announcements_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.announcements_put_away TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_tokens TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.api_tokens_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.archived_assignees TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attachments TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.attachments_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.audit_bookmark TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.audit_chains TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.auto_replies TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bulk_changes TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.calendars TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.calendars_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.categories TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.categories_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channel_account_history TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.channel_account_history_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channel_accounts TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.channel_accounts_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.chats TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.companies TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.companies_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.company_privileges TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.company_role_settings TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.company_storage TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.company_suspensions TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.csv_uploads TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.csv_uploads_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customer_erasures TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.customer_erasures_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customer_identities TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customer_merges TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.customer_merges_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customer_notes TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.customer_notes_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customer_tags TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customers TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customers_apart TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.customers_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.deliveries TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.deliveries_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.devices TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.devices_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.doomed_bytes TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.doomed_bytes_id_seq TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.draft_beginnings TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.drafts TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.drafts_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.email_confirmations TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.event_readers TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.events TO parley_app;

GRANT UPDATE(detail) ON TABLE public.events TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.events_position_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.handed_over_tickets TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.imported_ids TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.inbound_mails TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.inbound_mails_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.installation TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invites TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.invites_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job_parts TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.jobs TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.jobs_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.labels TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.labels_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.link_products TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.links TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.links_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.made_once TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mailbox_aliases TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mailbox_folders TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mailboxes TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mentions TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.messages TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.messages_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.messengers TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.new_letters TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.new_letters_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.note_versions TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.note_versions_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notification_choices TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notifications TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.notifications_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.password_resets TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.past_passwords TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.past_passwords_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.phone_assignments TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.phone_assignments_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.phones TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.phones_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.presences TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.product_members TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.products TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.products_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.promo_batches TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.promo_batches_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.promo_codes TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.promo_codes_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push_devices TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.push_devices_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push_keys TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pushes TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.pushes_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.quidgets TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recovery_codes TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recovery_requests TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.recovery_requests_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.refused_calls TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rights_changes TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.roles TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_search_places TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_searches TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.saved_searches_id_seq TO parley_app;

GRANT SELECT ON TABLE public.schema_migrations TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.search_customers TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.search_due TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.search_due_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.search_texts TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sessions TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.sessions_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.side_conversations TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.side_conversations_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_failures TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.snoozes TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.snoozes_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_attempts TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_identities TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.sso_identities_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.stray_files TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.system_mails TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.system_mails_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.system_settings TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tags TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.tags_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_members TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.teams TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.teams_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.template_uses TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.templates TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.templates_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ticket_counts TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.ticket_counts_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ticket_links TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ticket_merges TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.ticket_merges_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ticket_reads TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ticket_splits TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.ticket_splits_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ticket_tags TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tickets TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.tickets_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.two_factors TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.unlock_links TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.unlock_requests TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.unlock_requests_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_ai_configs TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.user_ai_configs_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.users TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.users_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.visitors TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.visitors_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.visits TO parley_app;

GRANT SELECT,USAGE ON SEQUENCE public.visits_id_seq TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.watchers TO parley_app;

ALTER DEFAULT PRIVILEGES FOR ROLE admin IN SCHEMA public GRANT SELECT,USAGE ON SEQUENCES  TO parley_app;

ALTER DEFAULT PRIVILEGES FOR ROLE admin IN SCHEMA public GRANT SELECT,INSERT,DELETE,UPDATE ON TABLES  TO parley_app;
