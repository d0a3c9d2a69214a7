import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { sql } from '#platform/sql.ts';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import type { ApiClient } from '../api/api-client.ts';
import { aParley, type TestParley } from '../api/parley-in-process.ts';
import { aPerson, rowId } from '../api/people.ts';

/** Lumen & Oak with a real mailbox on real servers, and Olena who answers. */
export type Shop = {
  servers: MailServers;
  at: TestParley;
  olena: ApiClient;
  olenaId: number;
  companyId: number;
  productId: number;
  mailboxId: number;
  address: string;
  /** A stranger's letter to the shop, through the internet's door. */
  writes(letter: Letter): Promise<string>;
  tickets(): Promise<TicketRow[]>;
  messagesOf(ticketId: number): Promise<MessageRow[]>;
  /** Newest first. */
  mailLog(): Promise<LogRow[]>;
  /** The entry of the mail log with this subject, once the mail has come to its end. */
  outcomeOf(subject: string): Promise<LogRow>;
  /** Hanna writes a letter of this subject, and it is a ticket. */
  ticketAbout(subject: string, letter?: Letter): Promise<TicketRow>;
  /** Olena answers. Resolves when the letter was sent, with the Message-ID it carries, in angle brackets. */
  answers(ticketId: number, reply?: Partial<ReplyBody>): Promise<{ messageId: number; mailMessageId: string }>;
  /** As `answers`, without waiting for the mail server. */
  hands(ticketId: number, reply?: Partial<ReplyBody>): Promise<{ messageId: number; mailMessageId: string }>;
  close(): Promise<void>;
};
export type ReplyBody = {
  client_id: string;
  body_html: string;
  to: { name?: string; address: string }[];
  cc: { name?: string; address: string }[];
  bcc: { name?: string; address: string }[];
  attachments: number[];
};
export type Letter = {
  from?: string;
  /** Envelope recipient; the To header names the shop unless `headers` say otherwise. */
  to?: string;
  subject?: string;
  text?: string;
  headers?: Record<string, string>;
  raw?: string | Buffer;
  authentication?: 'pass' | 'fail' | 'none';
};
// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
export type TicketRow = Record<string, any> & { id: number };
// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
export type MessageRow = Record<string, any> & { id: number };
// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
export type LogRow = Record<string, any> & { id: number };

export async function aShopWithMail(): Promise<Shop> {
  const servers = await startMailServers();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), servers.ca]);
  const at = await aParley({ role: 'all' });
  const address = 'support@lumenoak.test';
  await servers.addMailbox(address, 'shop-app-password');
  await servers.addMailbox('hanna@lindqvist.test', 'hannas-password');
  const { api: olena, id: olenaId } = await aPerson(at);
  const companyId = rowId(
    await olena.post('companies/create', { data: [{ company_name: 'Lumen & Oak', case_prefix: 'LO' }] }),
    'companies',
  );
  const productId = rowId(
    await olena.post('products/create', { data: [{ name: 'Shop', company_id: companyId }] }),
    'products',
  );
  const mailboxId = rowId(
    await olena.post('mailboxes-new/create', {
      data: [mailboxSettings(servers, { company_id: companyId, product_id: productId, from_email: address })],
    }),
    'mailboxes',
  );
  await waitUntil(async () => (await olena.post('mailboxes/get', {})).body.data.mailboxes?.[0]?.health_state === 'ok', {
    what: 'the mailbox to connect',
  });

  let letters = 0;
  const shop: Shop = {
    servers,
    at,
    olena,
    olenaId,
    companyId,
    productId,
    mailboxId,
    address,
    async writes({
      from = 'Hanna Lindqvist <hanna@lindqvist.test>',
      to = address,
      subject = 'Table arrived with a cracked leg',
      text = 'One leg has a crack.',
      headers = {},
      raw,
      authentication,
    }) {
      letters++;
      const messageId = headers['Message-ID'] ?? `<letter-${letters}-${Date.now()}@lindqvist.test>`;
      const lines = [
        `From: ${from}`,
        `To: ${headers.To ?? address}`,
        `Subject: ${subject}`,
        `Message-ID: ${messageId}`,
        `Date: ${new Date().toUTCString()}`,
        'Content-Type: text/plain; charset=utf-8',
      ];
      const more = Object.entries(headers)
        .filter(([name]) => name !== 'Message-ID' && name !== 'To')
        .map(([name, value]) => `${name}: ${value}`);
      const envelopeFrom = /<([^>]+)>/.exec(from)?.[1] ?? from;
      await servers.sendAsInternet({
        from: envelopeFrom,
        to,
        raw: raw ?? [...lines, ...more, '', text, ''].join('\r\n'),
        ...(authentication ? { authentication } : {}),
      });
      return messageId;
    },
    async tickets() {
      return (
        (await olena.post('tickets/get', { sort: [['updated', 'desc']], range: [0, 100] })).body.data.tickets ?? []
      );
    },
    async messagesOf(ticketId) {
      return (
        (
          await olena.post('messages/get', {
            filter: { conditions: [['ticket_id', '=', ticketId]] },
            sort: [['id', 'asc']],
          })
        ).body.data.messages ?? []
      );
    },
    async mailLog() {
      return (
        (await olena.post('inbound-mails/get', { sort: [['id', 'desc']], range: [0, 100] })).body.data[
          'inbound-mails'
        ] ?? []
      );
    },
    outcomeOf(subject) {
      return waitUntil(
        async () => (await shop.mailLog()).find((one) => one.subject === subject && one.outcome !== 'waiting'),
        { what: `the outcome of '${subject}'` },
      );
    },
    async ticketAbout(subject, letter = {}) {
      await shop.writes({ ...letter, subject });
      return waitUntil(async () => (await shop.tickets()).find((one) => one.title === subject), {
        what: `the ticket '${subject}'`,
      });
    },
    async hands(ticketId, reply = {}) {
      const answer = await olena.call('tickets/reply', {
        ticket_id: ticketId,
        client_id: randomUUID(),
        body_html: '<p>It leaves tomorrow.</p>',
        to: [{ address: 'hanna@lindqvist.test' }],
        ...reply,
      });
      if (answer.status !== 200) throw new Error(`not answered: ${answer.text}`);
      const messageId = Number(answer.body.data.message_id);
      const [row] = await at.db.read<{ id: string }>(
        'system',
        sql`select mail_message_id as id from messages where id = ${messageId}`,
      );
      return { messageId, mailMessageId: `<${row?.id}>` };
    },
    async answers(ticketId, reply = {}) {
      const handed = await shop.hands(ticketId, reply);
      await waitUntil(
        async () => (await shop.messagesOf(ticketId)).find((one) => one.id === handed.messageId)?.delivery.sent_at,
        { what: 'the tick' },
      );
      return handed;
    },
    async close() {
      await at.close();
      await servers.stop();
    },
  };
  return shop;
}

export const mailboxSettings = (servers: MailServers, about: Record<string, unknown>) => ({
  from_name: 'Lumen & Oak',
  imap_username: String(about.from_email),
  imap_password: 'shop-app-password',
  imap_server: 'localhost',
  imap_port: servers.imapPort,
  imap_type: 'tls',
  smtp_host: 'localhost',
  smtp_port: servers.submissionPort,
  smtp_security: 'tls',
  trusted_authserv_id: 'mx.rig.test',
  ...about,
});
