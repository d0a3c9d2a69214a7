import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MailServers } from '#test/rigs/mail-servers.ts';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { ApiClient } from '../api/api-client.ts';
import { rowId } from '../api/people.ts';
import { mailboxSettings, type TicketRow } from './shop-with-mail.ts';

const password = 'walnut-table-7-oak';

/** The whole server as a process of its own that can be killed, with Lumen & Oak, a mailbox, and Olena signed in. */
export type ShopOnServer = {
  server: ParleyServer;
  olena: ApiClient;
  companyId: number;
  productId: number;
  mailboxId: number;
  /** Every ticket there is, in the order they were opened. */
  allTickets(): Promise<TicketRow[]>;
  discard(): Promise<void>;
};

export async function aShopOnServer(
  servers: MailServers,
  { env = {}, mailbox = {} }: { env?: Record<string, string>; mailbox?: Record<string, unknown> } = {},
): Promise<ShopOnServer> {
  const server = await aTrustingServer(servers, env);
  const olena = new ApiClient(server.url);
  await signUp(server, olena);
  const company = await olena.post('companies/create', { data: [{ company_name: 'Lumen & Oak', case_prefix: 'LO' }] });
  const companyId = rowId(company, 'companies');
  const product = await olena.post('products/create', { data: [{ name: 'Shop', company_id: companyId }] });
  const productId = rowId(product, 'products');
  const from_email = 'support@lumenoak.test';
  await servers.addMailbox(from_email, 'shop-app-password');
  const settings = mailboxSettings(servers, { company_id: companyId, product_id: productId, from_email, ...mailbox });
  const mailboxId = rowId(await olena.post('mailboxes-new/create', { data: [settings] }), 'mailboxes');
  await waitUntil(async () => (await olena.post('mailboxes/get', {})).body.data.mailboxes?.[0]?.health_state === 'ok');
  return {
    server,
    olena,
    companyId,
    productId,
    mailboxId,
    allTickets: () => allOf(olena, 'tickets'),
    discard: server.discard,
  };
}

/** A server that trusts the authority of the mail servers; `beside`: on the database of another one. */
export async function aTrustingServer(
  servers: MailServers,
  env: Record<string, string> = {},
  beside?: ParleyServer,
): Promise<ParleyServer> {
  const { folder, remove } = makeTemporaryFolder('ca');
  const caFile = path.join(folder, 'ca.pem');
  writeFileSync(caFile, servers.ca);
  const server = await startParleyServer({ caFile, env: { LOG_LEVEL: 'warn', ...env }, ...(beside && { beside }) });
  return {
    ...server,
    async discard() {
      await server.discard();
      await remove();
    },
  };
}

async function signUp(server: ParleyServer, olena: ApiClient): Promise<void> {
  const email = 'olena@lumenoak.test';
  const person = { name: 'Olena Kovalenko', email_confirmation: email, raw_password: password };
  const registered = await olena.call('users/registration', person);
  if (registered.status !== 200) throw new Error(`not registered: ${registered.text}`);
  const letter = await server.waitForSystemMail((raw) => raw.includes(email));
  const key = /email-confirmation-success\/([\w-]{20,})/.exec(letter.replace(/=\r\n/g, ''))?.[1];
  const confirmed = await olena.call('email-confirmation/confirm', { key });
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.text} ${letter}`);
  await signIn(olena);
}

export async function signIn(client: ApiClient): Promise<void> {
  const answer = await client.call('auth/login', { email: 'olena@lumenoak.test', password });
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`);
}

/** Every row of an entity, page by page, in the order of their ids. */
export async function allOf(client: ApiClient, entity: string): Promise<TicketRow[]> {
  const rows: TicketRow[] = [];
  for (;;) {
    const range = [rows.length, rows.length + 100];
    const { body } = await client.post(`${entity}/get`, { sort: [['id', 'asc']], range });
    const page = (body.data[entity] ?? []) as TicketRow[];
    rows.push(...page);
    if (page.length < 100) return rows;
  }
}
