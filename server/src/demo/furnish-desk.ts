import { sanitizeReplyHtml } from '#channels/email/parsing/sanitize-reply-html.ts';
import { categoriesTable } from '#domain/categories/categories-table.ts';
import { linksTable } from '#domain/links/index.ts';
import { savedSearchesTable } from '#domain/saved-searches/index.ts';
import { tagsTable } from '#domain/tags/index.ts';
import { templatesTable } from '#domain/templates/index.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { createRows } from '#platform/entities/write-rows.ts';
import { sql } from '#platform/sql.ts';
import { demoCategories, demoLabels, demoTags, demoTemplates } from './desk-words.ts';
import type { Storyteller } from './storyteller.ts';
import { type ThreadSoFar, ticketOf } from './tell-threads.ts';

/** What a company has after half a year: templates in categories, tags and labels on tickets, two saved searches. */
export async function furnishDesk(the: Storyteller, threads: readonly ThreadSoFar[]): Promise<void> {
  const orders = {
    ...{ company_id: the.company.id, name: 'Orders in the shop', is_signed: 1, secret: crypto.randomUUID() },
    url: 'https://shop.lumen-oak.example/admin/orders?mail={customer.email}',
  };
  await createRows(the.db, linksTable(the.secrets), [orders], the.company.owner);
  const make = async (table: EntityTable, rows: readonly Record<string, unknown>[]) =>
    (
      await createRows(
        the.db,
        table,
        rows.map((row) => ({ company_id: the.company.id, ...row })),
        the.company.owner,
      )
    ).ids;

  const categories = await make(
    categoriesTable,
    demoCategories.map((name) => ({ name })),
  );
  const clean = async (html: string) => ({ html: sanitizeReplyHtml(html), text: html });
  const templates = await make(
    templatesTable(clean),
    demoTemplates.map(({ name, category, texts }) => ({
      ...{ name, texts, visibility: 'company' },
      category_id: categories[demoCategories.indexOf(category)],
    })),
  );
  await the.tx.run(
    sql`update templates t set times_used = u.used from unnest(${templates}::bigint[], ${demoTemplates.map((one) => one.used)}::int[]) as u (id, used) where t.id = u.id`,
  );

  const tags = await make(
    tagsTable,
    demoTags.map(({ name }) => ({ name })),
  );
  for (const [i, { about }] of demoTags.entries())
    await the.tx.run(
      sql`insert into ticket_tags (company_id, ticket_id, tag_id) select company_id, id, ${tags[i]}::bigint from tickets where id = any (${talksAbout(threads, about)}::bigint[])`,
    );
  for (const { name, about } of demoLabels)
    await the.tx.run(
      sql`update tickets t set label_id = l.id from labels l where l.company_id = t.company_id and l.name = ${name} and t.id = any (${talksAbout(threads, about)}::bigint[])`,
    );
  const complaint = await the.tx.row<{ id: number }>(
    sql`select id from labels where company_id = ${the.company.id} and name = 'Complaint'`,
  );
  await make(savedSearchesTable, [
    {
      name: 'Returns to answer',
      query: { view: 'open', tag: tags[demoTags.findIndex((one) => one.name === 'Return')] },
      is_shared: 1,
    },
    { name: 'My complaints', query: { view: 'mine', label: complaint?.id }, is_shared: 0 },
  ]);
}

/** Tickets of talks about something. */
const talksAbout = (threads: readonly ThreadSoFar[], about: RegExp): number[] =>
  threads.filter(({ plan }) => about.test(plan.conversation.key) && plan.ending !== 'trash').map(ticketOf);
