import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { ApiClient } from '#test/api/api-client.ts';
import { rowId } from '#test/api/people.ts';
import type { MailServers } from '#test/rigs/mail-servers.ts';
import type { ParleyServer } from '#test/rigs/parley-server.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aLetter, headerOf, type Letter } from './letters.ts';
import { manyTickets } from './many-tickets.ts';

export const password = 'walnut-table-7-oak';
export const mailPassword = 'shop-app-password';
export const trustedServer = 'mx.rig.test';

/** Somebody with an account, and the API as their browser sees it. */
export type Somebody = { name: string; email: string; api: ApiClient };

/** A company whose mailbox works, and Olena, who owns it. */
export type Shop = {
  olena: Somebody;
  companyId: number;
  productId: number;
  mailboxId: number;
  /** Where customers write to. */
  address: string;
  /** Of this story alone, so that nobody meets the mail of another. */
  domain: string;
  /** Olena is signed in, in every page of this browser. */
  signIn(context: BrowserContext): Promise<void>;
  /**
   * A customer's letter, handed to the IMAP server. Resolves when that has taken it, with its Message-ID. Whoever sends it
   * has a mailbox from then on: answers reach them.
   */
  receives(letter: Letter): Promise<string>;
  /** The same, and waits for its ticket. */
  receivesTicket(letter: Letter): Promise<{ id: number; number: string; messageId: string }>;
  /** So many more like the first one, `Question number 1` to the newest; no letters came for them. */
  hasTickets(count: number): Promise<unknown>;
  /** Olena answers, in a browser of her own. */
  answers(ticketId: number, text: string, more: { to: { address: string }[] }): Promise<void>;
};

let counted = 0;
const next = () => ++counted + process.pid * 1000;

export async function aShop(server: ParleyServer, mail: MailServers): Promise<Shop> {
  const domain = `lumenoak${next()}.test`;
  const address = `support@${domain}`;
  const [olena] = await Promise.all([
    somebody(server, 'Olena Kovalenko', `olena@${domain}`),
    mail.addMailbox(address, mailPassword),
  ]);
  const { api } = olena;
  const companyId = await create(api, 'companies', { company_name: 'Lumen & Oak', case_prefix: 'LO' });
  const productId = await create(api, 'products', { name: 'Shop', company_id: companyId });
  const settings = mailboxSettings(mail, address);
  const mailboxId = rowId(
    await api.post('mailboxes-new/create', { data: [{ ...settings, company_id: companyId, product_id: productId }] }),
    'mailboxes',
  );
  await waitUntil(async () => (await api.post('mailboxes/get', {})).body.data.mailboxes?.[0]?.health_state === 'ok', {
    what: 'the mailbox to connect',
  });
  const receives = async (letter: Letter) => {
    const { raw, messageId, sender } = await aLetter({ to: address, ...letter });
    mail.ensureMailbox(sender);
    await mail.deliver(address, raw);
    return messageId;
  };
  return {
    olena,
    companyId,
    productId,
    mailboxId,
    address,
    domain,
    signIn: (context) => signInAs(context, server, olena),
    receives,
    async receivesTicket(letter) {
      const messageId = await receives(letter);
      const ticket = await waitUntil(() => ticketOf(api, letter.subject), { what: `a ticket '${letter.subject}'` });
      return { ...ticket, messageId };
    },
    hasTickets: (count) => manyTickets(server, companyId, count),
    async answers(ticketId, text, { to }) {
      const reply = { ticket_id: ticketId, client_id: randomUUID(), body_html: `<p>${text}</p>`, to };
      const answer = await api.call('tickets/reply', reply);
      if (answer.status !== 200) throw new Error(`could not answer: ${answer.text}`);
    },
  };
}

/** Registers and confirms, from an address of the internet of their own. */
export async function somebody(server: ParleyServer, name: string, email: string): Promise<Somebody> {
  const api = new FarClient(server.url, next());
  const answer = await api.call('users/registration', { name, email_confirmation: email, raw_password: password });
  if (answer.status !== 200) throw new Error(`could not register: ${answer.text}`);
  const link = await confirmationLink(server, email);
  const confirmed = await api.call('email-confirmation/confirm', { key: link.split('/').at(-1) });
  if (confirmed.status !== 200) throw new Error(`could not confirm: ${confirmed.text}`);
  // Stories wait for letters, and not for second thoughts.
  await api.call('settings/change', { undo_send_seconds: 0 });
  return { name, email, api };
}

/** Where the confirmation mail leads, which the server put into its outbox folder. */
export async function confirmationLink(server: ParleyServer, email: string): Promise<string> {
  const raw = await server.waitForSystemMail((one) => headerOf(one, 'To').includes(email));
  const text = raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const link = /https?:\/\/\S+\/email-confirmation-success\/[\w.~-]+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in ${raw}`);
  return link;
}

export async function signInAs(context: BrowserContext, server: ParleyServer, { api }: Somebody): Promise<void> {
  const [name = '', ...value] = api.cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url: server.url, httpOnly: true, sameSite: 'Lax' }]);
}

/** What a person would type into the mailbox form, beside the address. */
export const mailboxSettings = (mail: MailServers, address: string) => ({
  from_name: 'Lumen & Oak',
  from_email: address,
  imap_username: address,
  imap_password: mailPassword,
  imap_server: 'localhost',
  imap_port: mail.imapPort,
  imap_type: 'tls',
  smtp_host: 'localhost',
  smtp_port: mail.submissionPort,
  smtp_security: 'tls',
  trusted_authserv_id: trustedServer,
});

async function create(api: ApiClient, entity: string, row: Record<string, unknown>): Promise<number> {
  return rowId(await api.post(`${entity}/create`, { data: [row] }), entity);
}

async function ticketOf(api: ApiClient, title: string): Promise<{ id: number; number: string } | undefined> {
  const { body } = await api.post('tickets/get', { fields: ['id', 'case_number', 'title'], range: [0, 100] });
  const rows = (body.data.tickets ?? []) as { id: number; case_number: string; title: string }[];
  const row = rows.find((one) => one.title === title);
  return row && { id: row.id, number: row.case_number };
}

/** Comes to the server through its proxy, from an address that nobody else has. */
class FarClient extends ApiClient {
  readonly #from: string;

  constructor(url: string, number: number) {
    super(url);
    this.#from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  }

  override request(path: string, init: RequestInit) {
    const headers = { ...(init.headers as Record<string, string> | undefined), 'x-forwarded-for': this.#from };
    return super.request(path, { ...init, headers });
  }
}
