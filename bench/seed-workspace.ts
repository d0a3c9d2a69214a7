import type pg from 'pg';
import { headVector, ticketVectors } from '#domain/search/ticket-words.ts';
import { stretches, WordVector } from '#domain/search/word-vector.ts';
import { connectClient } from '#platform/database-client.ts';

/** Fifty companies, of which this one has half of all tickets: what a list costs when it is long. */
export const companies = 50;
export const largeCompany = 25;
export const rareWord = 'zephyr';
export const rareHits = 50;
export const commonWord = 'parcel';
export const commonHits = 50_000;
/** Words that are in nearly every ticket, and seldom in this order. */
export const phraseOfCommonWords = 'the table leg';

const threads = 200;
const messagesPerTicket = 5;
const wordsPerMessage = 45;
const ordinaryWords =
  'the table and leg is a to of chair in for it we was with order my on that you have not this are be as at will from one oak delivery please broken arrived new when could van slip sofa colour invoice wrong size Saturday crack driver screw box refund replace photo warehouse courier stairs fabric drawer handle paint scratch assembly manual спасибі стіл приїхав ніжка тріснута замовлення доставка'.split(
    ' ',
  );

/**
 * Tickets of five messages each with their words, straight into the tables: triggers and foreign keys sleep, indexes are
 * made afterwards. The words are read by the same code as the search's, once for each thread of which there are copies.
 */
export async function seedWorkspace(owner: pg.ClientConfig, tickets: number): Promise<void> {
  const client = await connectClient(owner);
  const run = (text: string, values?: unknown[]) => client.query(text, values);
  try {
    await run(
      `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set synchronous_commit = off`,
    );
    const large = Math.floor(tickets / 2);
    const small = Math.floor(tickets / 2 / (companies - 1));
    await run(
      `insert into companies (company_name, case_prefix, last_ticket_number)
         select 'Company ' || n, 'B' || (n % 10), case n when ${largeCompany} then ${large} else ${small} end from generate_series(1, ${companies}) n;
       insert into products (company_id, name, abbreviation) select c.id, 'Product ' || n, 'P' || n from companies c, generate_series(1, 3) n;
       insert into channel_accounts (company_id, product_id, kind, name, is_deleted, health_state) select company_id, min(id), 'mailbox', 'support', 0, 'ok' from products group by 1;
       insert into mailboxes (id, company_id, from_name, from_email, imap_username, imap_password, imap_server, imap_port, imap_type, smtp_host, smtp_port, smtp_security)
         select id, company_id, 'Support', 'support@c' || company_id || '.test', 'x', 'x', 'localhost', 1, 'none', 'localhost', 1, 'none' from channel_accounts;
       insert into customers (company_id, first_name, last_name, email)
         select c.id, 'Name' || n, 'Family' || n, 'c' || n || '@c' || c.id || '.test' from companies c, generate_series(1, greatest(200, c.last_ticket_number / 10)) n`,
    );
    await run(
      `insert into customer_identities (company_id, kind, value, customer_id) select company_id, 'email', email, id from customers`,
    );
    await seedThreads(client);
    const restore = await dropIndexes(client, ['tickets', 'messages', 'search_texts']);
    const every = Math.max(1, Math.floor(large / commonHits));
    const rareEvery = Math.max(1, Math.floor(large / rareHits));
    await run(
      `insert into tickets (company_id, number, product_id, customer_id, channel_account_id, channel, title, view_type, waiting_since, last_line, message_count, last_direction, added, updated)
         select c.id, n, p.ids[1 + n % 3], cu.first + n % cu.many, a.id, 'mail',
           'Question number ' || n || case when c.id = ${largeCompany} and n % ${rareEvery} = 0 and n / ${rareEvery} <= ${rareHits} then ' ${rareWord}' else '' end,
           (array['', '', 'answered', 'resolved'])[1 + n % 4], now(), (select left(body, 200) from bench_threads b where b.thread = n % ${threads} and b.k = ${messagesPerTicket}),
           ${messagesPerTicket}, 1, now() - n * interval '20 seconds', now() - ((n::bigint * 7919) % c.last_ticket_number) * interval '20 seconds'
         from companies c
           cross join lateral (select array_agg(id order by id) as ids from products where company_id = c.id) p
           cross join lateral (select min(id) as first, count(*) as many from customers where company_id = c.id) cu
           join channel_accounts a on a.company_id = c.id, generate_series(1, c.last_ticket_number) n`,
    );
    await run(
      `insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_name, from_name, from_address, subject, body_text, mail_kind, mail_message_id, added)
         select t.company_id, t.id, t.id, case b.k % 2 when 1 then 'inbound' else 'outbound' end, 2 - b.k % 2, 'mail', case b.k % 2 when 1 then 'customer' else 'user' end, 'Somebody', 'Somebody', 'somebody@c.test', t.title,
           b.body || case when b.k = 1 and t.company_id = ${largeCompany} and t.number % ${every} = 0 and t.number / ${every} <= ${commonHits} then ' The ${commonWord} came.' else '' end,
           case b.k % 2 when 1 then 'human' end, 'm' || b.k || '.' || t.id || '@c.test', t.added + b.k * interval '1 minute'
         from tickets t join bench_threads b on b.thread = t.number % ${threads} order by t.id, b.k`,
    );
    // Their ids follow one another.
    await run(`update tickets set last_message_id = id * ${messagesPerTicket}`);
    await run(
      `insert into search_texts (company_id, ticket_id, part, from_message, to_message, words)
         select t.company_id, t.id, w.part, case w.part when 1 then (t.id - 1) * ${messagesPerTicket} + 1 else 0 end, case w.part when 1 then t.id * ${messagesPerTicket} else 0 end,
           (quote_literal(t.company_id || '.' || t.number) || ':3 ' || quote_literal(t.company_id || '=a' || t.number / ${stretches.a}) || ':1 ' || quote_literal(t.company_id || '=b' || t.number / ${stretches.b}) || ':1' || case when t.title like '%${rareWord}' then ' ' || quote_literal(t.company_id || '.${rareWord}') || ':4' else '' end)::tsvector
             || w.words
             || (case when w.part = 1 and t.company_id = ${largeCompany} and t.number % ${every} = 0 and t.number / ${every} <= ${commonHits} then quote_literal(t.company_id || '.${commonWord}') || ':400' else '' end)::tsvector
         from tickets t join bench_words w on w.company_id = t.company_id and w.thread = t.number % ${threads}`,
    );
    await run(
      `insert into search_customers (company_id, customer_id, words)
         select company_id, id, (quote_literal(company_id || '.' || lower(first_name)) || ':1 ' || quote_literal(company_id || '.' || lower(last_name)) || ':2')::tsvector from customers;
       insert into ticket_counts (company_id, product_id, assignee_id, bucket, delta)
         select company_id, product_id, 0, ticket_bucket(is_deleted, is_spam, view_type, merged_into_id), count(*) from tickets group by 1, 2, 3, 4`,
    );
    await restore();
    await run('drop table bench_threads, bench_words');
    await run('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function seedThreads(client: pg.Client): Promise<void> {
  const bodies = Array.from({ length: threads }, (_, thread) =>
    Array.from({ length: messagesPerTicket }, (__, k) => bodyOf(thread * messagesPerTicket + k)),
  );
  await client.query('create table bench_threads (thread int, k int, body text, primary key (thread, k))');
  await client.query(
    'create table bench_words (company_id bigint, thread int, part int, words tsvector, primary key (company_id, thread, part))',
  );
  await client.query('insert into bench_threads select * from unnest($1::int[], $2::int[], $3::text[])', [
    bodies.flatMap((all, thread) => all.map(() => thread)),
    bodies.flatMap((all) => all.map((_, k) => k + 1)),
    bodies.flat(),
  ]);
  for (let companyId = 1; companyId <= companies; companyId++) {
    const head = {
      company_id: companyId,
      number: 0,
      title: 'Question number',
      name: '',
      addresses: [],
      phones: [],
      tags: [],
    };
    const heads = bodies.map(() => headVector(head).toString());
    const said = bodies.map((all) => {
      const packed = ticketVectors(head, 1);
      for (const [k, body] of all.entries()) packed.add(messageOf(k, body));
      return packed.end().rest?.words ?? new WordVector(companyId).toString();
    });
    await client.query(
      'insert into bench_words select $1::bigint, w.thread - 1, 0, w.words from unnest($2::tsvector[]) with ordinality w (words, thread) union all select $1::bigint, w.thread - 1, 1, w.words from unnest($3::tsvector[]) with ordinality w (words, thread)',
      [companyId, heads, said],
    );
  }
}

const messageOf = (k: number, body: string) => ({
  ...{ id: k + 1, kind: 'inbound', author_name: 'Somebody', from_name: 'Somebody', from_address: 'somebody@c.test' },
  ...{ subject: 'Question number', body_text: body, quoted_text: '', recipients: [], files: [] },
});

/** The first words come often, the last ones seldom, as in any language. The same each time. */
function bodyOf(seed: number): string {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const words = Array.from(
    { length: wordsPerMessage },
    () => ordinaryWords[Math.floor(next() ** 1.7 * ordinaryWords.length)],
  );
  return `${words.join(' ')}.`;
}

/** Filling a table without indexes and making them then takes a fraction of the time. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any ($1)
       and not exists (select from pg_constraint k where k.conname = indexname)`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef);
  };
}
