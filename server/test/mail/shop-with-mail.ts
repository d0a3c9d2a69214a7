import tls from 'node:tls';
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
  mailLog(): Promise<LogRow[]>;
  close(): Promise<void>;
};
export type Letter = {
  from?: string;
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
  return {
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
        `To: ${address}`,
        `Subject: ${subject}`,
        `Message-ID: ${messageId}`,
        `Date: ${new Date().toUTCString()}`,
        'Content-Type: text/plain; charset=utf-8',
      ];
      const more = Object.entries(headers)
        .filter(([name]) => name !== 'Message-ID')
        .map(([name, value]) => `${name}: ${value}`);
      const envelopeFrom = /<([^>]+)>/.exec(from)?.[1] ?? from;
      await servers.sendAsInternet({
        from: envelopeFrom,
        to: address,
        raw: raw ?? [...lines, ...more, '', text, ''].join('\r\n'),
        ...(authentication ? { authentication } : {}),
      });
      return messageId;
    },
    async tickets() {
      return (await olena.post('tickets/get', { sort: [['updated', 'desc']] })).body.data.tickets ?? [];
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
      return (await olena.post('inbound-mails/get', { sort: [['id', 'asc']] })).body.data['inbound-mails'] ?? [];
    },
    async close() {
      await at.close();
      await servers.stop();
    },
  };
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
