import { afterAll, beforeAll, expect, test } from 'vitest';
import { anSmtpServer, type TestSmtpServer } from '#channels/email/transport/testing/an-smtp-server.ts';
import { runDeliveries } from '#flows/delivery/run-deliveries.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import type { Loop } from '#platform/loop.ts';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { byId, rows } from '../api/rows-of.ts';
import { aShopThatReads, type ShopThatReads, support } from './a-shop-that-reads.ts';

let shop: ShopThatReads;
/** Amazon SES, as far as it can be had here: it says what it will call a letter. */
let ses: TestSmtpServer;
let loop: Loop;
let letters = 0;
const idOf = (letter: number) => `0102018e7a3f1b2c-3c9bd0f5-1b7e-4ac3-9abc-${String(letter).padStart(12, '0')}-000000`;
beforeAll(async () => {
  shop = await aShopThatReads();
  ses = await anSmtpServer({ words: () => `Ok ${idOf(++letters)}` });
  const data = {
    smtp_host: 'email-smtp.eu-west-1.amazonaws.com',
    ...{ smtp_port: ses.port, smtp_security: 'none', imap_password: 'secret' },
  };
  rows(await shop.olena.post('mailboxes/update', { data, ...byId(shop.shop.mailboxId) }), 'mailboxes');
  await shop.olena.call('settings/change', { undo_send_seconds: 0 });
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const guard = createOutboundGuard({ allow: ['127.0.0.0/8'], lookup });
  const files = filesInFolder(`${shop.at.folder}/files`);
  loop = runDeliveries({ ...shop.at, files, guard, log: createLog('silent') });
});
afterAll(async () => {
  await loop?.stop();
  await ses?.stop();
  await shop?.close();
});

/** Olena has answered Hanna, and SES has taken it; answers the Message-ID that Hanna sees. */
async function answered(): Promise<{ ticketId: number; messageId: number; seen: string }> {
  const { ticket_id: ticketId } = await shop.arrives({});
  const to = [{ address: 'hanna@lindqvist.test' }];
  const reply = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Oak.</p>', to, cc: [], bcc: [] };
  const { body } = await shop.olena.call('tickets/reply', { ...reply, attachments: [] });
  const messageId = body.data.message_id;
  await waitUntil(async () => {
    loop.poke();
    const [one] = await shop.ask<{ state: string }>(sql`select state from deliveries where message_id = ${messageId}`);
    return one?.state === 'sent';
  });
  return { ticketId: ticketId ?? 0, messageId, seen: `<${idOf(letters)}@eu-west-1.amazonses.com>` };
}

test('an answer that names our letter as Amazon SES called it joins its ticket, without a word in its subject', async () => {
  const { ticketId, seen } = await answered();
  const headers = [`In-Reply-To: ${seen}`, `References: <1@x.test> ${seen}`];
  const answer = await shop.arrives({ subject: 'Oak it is', from: 'hanna@elsewhere.test', headers });
  expect(answer).toMatchObject({ outcome: 'appended', ticket_id: ticketId });
  // Whoever answers that one goes by what was seen outside.
  const [message] = await shop.ask<{ mail_in_reply_to: string; mail_references: string[] }>(
    sql`select mail_in_reply_to, mail_references from messages where id = ${answer.message_id}`,
  );
  expect(`<${message?.mail_in_reply_to}>`).toBe(seen);
});

test('a report about a letter that Amazon SES renamed marks that letter', async () => {
  const { messageId, seen } = await answered();
  const body = [
    ...[
      '--r',
      'Content-Type: text/plain',
      '',
      'It did not arrive.',
      '--r',
      'Content-Type: message/delivery-status',
      '',
    ],
    ...['Reporting-MTA: dns; amazonses.com', '', 'Final-Recipient: rfc822; hanna@lindqvist.test', 'Action: failed'],
    ...['Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 no such user', '', '--r'],
    ...['Content-Type: text/rfc822-headers', '', `Message-ID: ${seen}`, 'Subject: Re: A table', '', '--r--'],
  ].join('\r\n');
  const report = {
    ...{ from: 'MAILER-DAEMON@amazonses.com', subject: 'Delivery Status Notification (Failure)', body },
    headers: ['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=r'],
  };
  expect(await shop.arrives(report)).toMatchObject({ outcome: 'bounce' });
  const [delivery] = await shop.ask<{ state: string }>(
    sql`select state from deliveries where message_id = ${messageId}`,
  );
  expect(delivery?.state).toBe('failed');
});

test('an id that no letter was given, or that is of another provider, leads nowhere', async () => {
  const { seen } = await answered();
  for (const named of [
    `<${idOf(999)}@eu-west-1.amazonses.com>`,
    seen.replace('amazonses.com', 'amazonses.com.shop.test'),
  ])
    expect(await shop.arrives({ to: support, headers: [`In-Reply-To: ${named}`] })).toMatchObject({
      outcome: 'new_ticket',
    });
});
