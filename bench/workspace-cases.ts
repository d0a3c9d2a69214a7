import { messagesTable } from '#domain/messages/index.ts';
import { findAll } from '#domain/search/index.ts';
import { countTickets, ticketsTable } from '#domain/tickets/index.ts';
import type { Query } from '#platform/database.ts';
import { findAgent, listBody, openBody, replyBody } from './api-cases.ts';
import { composeStatements, replyStatements } from './bare-writes.ts';
import type { BenchGround } from './bench-ground.ts';
import { barePage, bareReads, bareWrites, type CallCase } from './open-cases.ts';
import { commonWord, phraseOfCommonWords, rareWord } from './seed-workspace.ts';

/** How far somebody scrolls who is looking for something. */
const farDown = 5000;

/** What agents do all day, in the company that has half of all tickets. */
export async function workspaceCases({ db }: BenchGround): Promise<CallCase[]> {
  const { userId, companyId, newest } = await findAgent(db);
  const page = async (name: string, body: object): Promise<CallCase> => ({
    ...{ name, call: 'tickets/get', body },
    bare: await barePage(db, userId, ticketsTable, body),
  });
  const search = async (name: string, query: string): Promise<CallCase> => ({
    ...{ name, call: 'search/find', body: { data: { query, company_id: companyId } }, isLimited: true },
    bare: await bareReads(
      db,
      userId,
      (caught, caller) => findAll(caught, { query, company_id: companyId }, caller),
      lookingItself(),
    ),
  });
  const customer = `c1@c${companyId}.test`;
  const open = openBody(newest[0] ?? 0);
  return [
    await page('list', listBody(companyId)),
    await page('list, far down', listBody(companyId, [farDown, farDown + 25])),
    { name: 'open', call: 'messages/get', body: open, bare: await barePage(db, userId, messagesTable, open) },
    await search('search: 50 hits', rareWord),
    await search('search: 50,000 hits', commonWord),
    await search('search: phrase', `"${phraseOfCommonWords}"`),
    {
      ...{ name: 'counters', call: 'tickets/counters', body: { data: { company_id: companyId } } },
      bare: await bareReads(db, userId, (caught, caller) => countTickets(caught, caller, companyId)),
    },
    {
      ...{ name: 'reply', call: 'tickets/reply', body: replyBody, tickets: newest },
      isLimited: true,
      bare: bareWrites(replyStatements(companyId, userId)),
    },
    {
      ...{ name: 'create', call: 'tickets/compose', body: composeBody(await productOf(db, companyId), customer) },
      isLimited: true,
      bare: bareWrites(composeStatements(companyId, userId, customer)),
    },
  ];
}

const composeBody = (productId: number, customer: string) => ({
  data: {
    client_id: '{uuid}',
    product_id: productId,
    to: [{ address: customer }],
    how: 'together',
    subject: 'Your table',
    body_html: '<p>The leg leaves tomorrow.</p>',
  },
});

async function productOf(db: BenchGround['db'], companyId: number): Promise<number> {
  const [product] = await db.read<{ id: number }>('system', {
    text: 'select min(id) as id from products where company_id = $1',
    values: [companyId],
  });
  return product?.id ?? 0;
}

/** A policy looks for the words that were said before; without walls the statement looks itself. */
function lookingItself(): (query: Query) => Query | undefined {
  let words: unknown;
  return ({ text, values }) => {
    if (text.includes('parley.search')) {
      words = values.at(-1);
      const settings = text.replace(/, set_config\('parley\.search', \$\d+, true\)/, '');
      return settings === text ? undefined : { text: settings, values: values.slice(0, -1) };
    }
    const place = /\b(search_texts|search_customers) s\b/;
    if (!place.test(text)) return { text, values };
    return {
      text: text.replace(place, `(select * from $1 where words @@ $${values.length + 1}::tsquery) s`),
      values: [...values, words],
    };
  };
}
