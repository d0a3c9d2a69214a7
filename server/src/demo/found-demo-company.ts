import { cleanReply } from '#channels/email/parsing/clean-reply.ts';
import { roleLevels } from '#contract/privileges.ts';
import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { foundCompanies } from '#domain/companies/index.ts';
import { customersTable } from '#domain/customers/index.ts';
import { findMailbox, type Mailbox, mailboxesTable } from '#domain/mailboxes/index.ts';
import { loadPerson, type Person } from '#domain/people/index.ts';
import { productsTable } from '#domain/products/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { createRows } from '#platform/entities/write-rows.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { customers } from './customers.ts';
import { receivingServer } from './letters.ts';
import { agents, company, type DemoAgent, demoPassword, type ProductKey, products } from './lumen-and-oak.ts';
import { mailboxPassword } from './mail-sandbox/post-office.ts';

export type DemoCompany = {
  readonly id: number;
  readonly owner: Person;
  readonly staff: ReadonlyMap<DemoAgent, Person>;
  readonly mailboxes: ReadonlyMap<ProductKey, Mailbox>;
};

/** Cases were counted before Parley: the demo's first ticket is not number one. */
const lastTicketNumberBefore = 1860;

/** Founds the company with everybody in it, by the same commands that a person gives. */
export async function foundDemoCompany(tx: Tx, db: Database, secrets: Secrets): Promise<DemoCompany> {
  const ids = new Map<DemoAgent, number>();
  for (const agent of agents) ids.set(agent, await createConfirmedPerson(db, { ...agent, password: demoPassword }));
  const ownerId = idOf(ids, (agent) => agent.role === 'owner');

  const [companyId] = await foundCompanies(
    db,
    [{ company_name: company.name, case_prefix: company.casePrefix, url: company.url }],
    { userId: ownerId, isEmailConfirmed: true },
  );
  if (companyId === undefined) throw new Error('no company was founded');
  await tx.run(sql`update companies set last_ticket_number = ${lastTicketNumberBefore} where id = ${companyId}`);
  for (const [agent, id] of ids) {
    await tx.run(
      sql`insert into roles (user_id, company_id, level, name) values (${id}, ${companyId}, ${roleLevels[agent.role]}, ${agent.role}) on conflict do nothing`,
    );
  }
  await tx.run(sql`update users set status = 8 where id % 3 <> 0`);

  const staff = new Map<DemoAgent, Person>();
  for (const [agent, id] of ids) staff.set(agent, await personOf(db, id));
  const owner = await personOf(db, ownerId);
  const mailboxes = new Map<ProductKey, Mailbox>();
  for (const product of products) {
    const mailboxId = await addProduct(db, secrets, companyId, product, owner);
    const mailbox = await findMailbox(tx, secrets, mailboxId);
    if (mailbox) mailboxes.set(product.key, mailbox);
  }
  await createRows(
    db,
    customersTable,
    customers.map((one) => customerRow(companyId, one)),
    owner,
  );
  return { id: companyId, owner, staff, mailboxes };
}

async function addProduct(
  db: Database,
  secrets: Secrets,
  companyId: number,
  the: (typeof products)[number],
  owner: Person,
): Promise<number> {
  const product = await createRows(
    db,
    productsTable(async (html) => cleanReply(html)),
    [{ company_id: companyId, name: the.name, abbreviation: the.key, color: the.color }],
    owner,
  );
  const account = {
    company_id: companyId,
    product_id: product.ids[0],
    name: `${the.name} mailbox`,
    from_name: the.from,
    from_email: the.address,
    imap_username: the.address,
    imap_password: mailboxPassword,
    imap_server: '127.0.0.1',
    imap_port: 143, // where the sandbox listens is written down at each start
    imap_type: 'none',
    smtp_host: '127.0.0.1',
    smtp_port: 25,
    smtp_security: 'none',
    trusted_authserv_id: receivingServer,
    signature: `${the.from}\nhttps://www.lumen-oak.example`,
  };
  const mailbox = await createRows(db, mailboxesTable(secrets), [account], owner);
  const [id] = mailbox.ids;
  if (id === undefined) throw new Error('no mailbox was made');
  return id;
}

function customerRow(companyId: number, { name, address, phone, note }: (typeof customers)[number]) {
  const [first = '', ...rest] = name.split(' ');
  return {
    company_id: companyId,
    first_name: first,
    last_name: rest.join(' '),
    email: address,
    ...(phone ? { phone } : {}),
    ...(note ? { note } : {}),
  };
}

async function personOf(db: Database, id: number): Promise<Person> {
  const person = await loadPerson(db, id);
  if (!person) throw new Error(`no person ${id}`);
  return person;
}

function idOf(ids: ReadonlyMap<DemoAgent, number>, is: (agent: DemoAgent) => boolean): number {
  const found = [...ids].find(([agent]) => is(agent));
  if (!found) throw new Error('the demo has no such person');
  return found[1];
}
