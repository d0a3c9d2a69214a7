import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailParser, type MailParser } from '#channels/email/parsing/mail-parser.ts';
import { keepRaws, storeMail } from '#domain/inbound-mails/index.ts';
import {
  makeMessageId,
  makeReplyAddress,
  makeSideMessageId,
  makeSideReplyAddress,
  readMessageId,
  readReplyAddress,
} from '#domain/mailboxes/index.ts';
import { eraseTickets } from '#domain/tickets/index.ts';
import { filesOfTicket, readTicket } from '#flows/customer-export/read-person.ts';
import { runIntake } from '#flows/intake/run-intake.ts';
import { filesInFolder, sha256 } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import type { Loop } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from '../api/a-ticket.ts';
import type { ApiClient } from '../api/api-client.ts';
import { aParley, type TestParley } from '../api/parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, joins, rowId } from '../api/people.ts';
import { byId, rows } from '../api/rows-of.ts';

/**
 * What is said to a third party beside a ticket never reaches its customer, whoever answers from where with which token
 * (SAFETY A34). Olena answers Hanna, and asks the carrier.
 */
let at: TestParley;
let olena: ApiClient;
let olenaId: number;
let shop: Company;
let intake: Loop;
let parser: MailParser;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena, id: olenaId } = await aPerson(at));
  shop = await aCompany(olena);
  parser = createMailParser({ workersMax: 1, threadsMax: 1 });
  const files = filesInFolder(`${at.folder}/files`);
  intake = runIntake({ ...at, files, parser, log: createLog('silent'), worker: 'the only one' });
});
afterAll(async () => {
  await intake?.stop();
  await parser?.close();
  await at?.close();
});

const support = 'support@shop.test';
const carrier = 'Dispatch <dispatch@carrier.test>';
let uids = 900;
type Mail = {
  from: string;
  subject?: string;
  to?: string;
  text?: string;
  headers?: readonly string[];
  folder?: 'inbox' | 'sent';
};

/** A mail comes in; answers what became of it. */
async function arrives({ from, subject = 'Re: Delivery', to = support, text, headers = [], folder = 'inbox' }: Mail) {
  const uid = ++uids;
  const named = headers.some((line) => line.startsWith('Message-ID'));
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(named ? [] : [`Message-ID: <${uid}@x.test>`]),
    ...headers,
  ];
  const raw = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text ?? `Words ${uid}`}\r\n`);
  const files = filesInFolder(`${at.folder}/files`);
  const [kept = null] = await keepRaws(files, shop.companyId, [{ raw, hash: sha256(raw) }]);
  await at.db.transaction({ companies: [shop.companyId] }, (tx) =>
    storeMail(tx, {
      ...{ companyId: shop.companyId, mailboxId: shop.mailboxId, uidValidity: '1', uid, receivedAt: new Date() },
      ...{ folder: folder === 'sent' ? 'Sent' : 'INBOX', role: folder, size: raw.byteLength, raw: kept },
    }),
  );
  at.wake.nudge('inbound');
  const row = await waitUntil(async () => {
    const [one] = await at.db.read<{
      outcome: string;
      reason_key: string | null;
      ticket_id: number | null;
      message_id: number | null;
    }>(
      'system',
      sql`select outcome, reason_key, ticket_id, message_id from inbound_mails where mailbox_id = ${shop.mailboxId} and uid = ${uid}`,
    );
    return one?.outcome !== 'waiting' && one;
  });
  return { ...row, text: text ?? `Words ${uid}` };
}

type Row = {
  id: number;
  kind: string;
  body_text: string;
  quoted_text: string;
  side_id: number | null;
  mail_kind: string | null;
};
const messagesOf = (ticketId: number): Promise<Row[]> =>
  at.db.read<Row>(
    'system',
    sql`select id, kind, body_text, quoted_text, side_id, mail_kind from messages where ticket_id = ${ticketId} order by id`,
  );
const kindOf = async (messageId: number | null): Promise<string | undefined> =>
  (await at.db.read<Row>('system', sql`select kind from messages where id = ${messageId}`))[0]?.kind;
const mailIdOf = async (messageId: number): Promise<string> => {
  const [row] = await at.db.read<{ mail_message_id: string }>(
    'system',
    sql`select mail_message_id from messages where id = ${messageId}`,
  );
  return `<${row?.mail_message_id}>`;
};
const ticketOf = async (id: number) =>
  (await olena.post('tickets/get', { filter: { conditions: [['id', '=', id]] } })).body.data.tickets[0];
const sidesOf = async (id: number) =>
  (await olena.call('side-conversations/list', { ticket_id: id })).body.data.conversations;

let tickets = 0;
/** Hanna's ticket, given to Olena and answered, and the question to the carrier beside it. */
async function aSide(about: Record<string, unknown> = {}) {
  const hanna = `hanna${++tickets}@lindqvist.test`;
  const ticket = await aTicket(at, shop, { subject: `Delivery ${tickets}`, address: hanna });
  await olena.call('tickets/assign', { ids: [ticket.ticketId], assignee_id: olenaId });
  const opened = await olena.call('side-conversations/open', {
    ticket_id: ticket.ticketId,
    client_id: randomUUID(),
    subject: 'Fwd: Delivery',
    body_html: '<p>Where is the SECRETPALLET?</p>',
    to: [{ name: 'Dispatch', address: 'dispatch@carrier.test' }],
    forwarded_ids: [ticket.messageId],
    ...about,
  });
  expect(opened.status, opened.text).toBe(200);
  const { side_id: sideId, message_id: messageId } = opened.body.data;
  return { ...ticket, hanna, sideId, messageId, mailId: await mailIdOf(messageId) };
}

const replyTo = (ticketId: number, to: string, about: Record<string, unknown> = {}) =>
  olena.call('tickets/reply', {
    ...{ ticket_id: ticketId, client_id: randomUUID(), body_html: '<p>It comes tomorrow.</p>', to: [{ address: to }] },
    ...about,
  });

/** Everything that is made for the customer, and what their answers are threaded by. */
async function reachesCustomer(ticketId: number): Promise<string> {
  const rows = await at.db.read<object>(
    'system',
    sql`select subject, body_html, body_text, to_list, cc_list, bcc_list, mail_references, mail_in_reply_to from messages
        where ticket_id = ${ticketId} and kind = 'outbound'`,
  );
  const defaults = await olena.call('tickets/reply-defaults', { ticket_id: ticketId });
  return JSON.stringify([rows, defaults.body.data.to, defaults.body.data.cc]);
}

describe('a forwarded letter', () => {
  test('goes to somebody else, says what it forwards without any token, and answers nobody', async () => {
    const hanna = `hanna${++tickets}@lindqvist.test`;
    const pixel = { name: 'leg.png', type: 'image/png', bytes: Uint8Array.from([137, 80, 78, 71]), contentId: 'leg@x' };
    const ticket = await aTicket(at, shop, {
      ...{ subject: 'A cracked leg', address: hanna, text: 'See the picture' },
      html: `<p>See <img src="cid:leg@x"> and ${makeReplyAddress(at.secrets, { companyId: shop.companyId, ticketId: 7, address: support })}</p>`,
      attachments: [
        pixel,
        { name: 'bill.pdf', type: 'application/pdf', bytes: new Uint8Array(9) },
        { name: 'scan.pdf', type: 'application/pdf', bytes: new Uint8Array(8) },
      ],
    });
    const before = await ticketOf(ticket.ticketId);
    const [, bill] = ticket.attachmentIds;
    const body = {
      ...{
        ticket_id: ticket.ticketId,
        client_id: randomUUID(),
        subject: 'Fwd: A cracked leg',
        body_html: '<p>Can you mend it?</p>',
      },
      ...{ to: [{ address: 'joiner@wood.test' }], cc: [{ address: 'boss@wood.test' }] },
      ...{ forwarded_ids: [ticket.messageId], forwarded_attachment_ids: [bill] },
    };
    const sent = await olena.call('side-conversations/open', body);
    expect(sent.status, sent.text).toBe(200);
    expect((await olena.call('side-conversations/open', body)).body.data).toEqual(sent.body.data);

    const shown = await olena.post('messages/get', {
      filter: { conditions: [['id', '=', sent.body.data.message_id]] },
    });
    const [letter] = shown.body.data.messages;
    expect(letter).toMatchObject({
      kind: 'forward',
      side_id: sent.body.data.side_id,
      subject: 'Fwd: A cracked leg',
      has_quote: 1,
    });
    expect(letter.quoted_text).toMatch(
      /From: Hanna Lindqvist <hanna.*>\nDate: .*\nSubject: A cracked leg\nTo: support@shop\.test/,
    );
    expect(letter.attachments.map((file: { name: string }) => file.name)).toEqual(['leg.png', 'bill.pdf']);
    expect(letter.delivery.state).toBe('queued');
    const [stored] = await at.db.read<{ quoted_html: string; mail_references: string[] }>(
      'system',
      sql`select quoted_html, mail_references from messages where id = ${letter.id}`,
    );
    expect(stored?.quoted_html).toContain('cid:leg@x');
    expect(stored?.quoted_html).toContain('support@shop.test');
    expect(stored?.quoted_html).not.toMatch(/support\+/);
    expect(stored?.mail_references).toEqual([]);
    const after = await ticketOf(ticket.ticketId);
    expect({ ...after, version: 0, updated: '' }).toEqual({ ...before, version: 0, updated: '' });
  });

  test('is headed in Ukrainian for whoever works in Ukrainian', async () => {
    await olena.call('settings/change', { language: 'ua' });
    const { ticketId } = await aSide();
    await olena.call('settings/change', { language: 'en' });
    const [letter] = (await messagesOf(ticketId)).filter((one) => one.kind === 'forward');
    expect(letter?.quoted_text).toMatch(
      /Переслане повідомлення[\s\S]*Від: Hanna[\s\S]*Дата: [\s\S]*Тема: Delivery[\s\S]*Кому: /,
    );
  });

  test('of a chat names who wrote, one of ours as their visitor knows them, and no address that there is none of', async () => {
    const hanna = `hanna${++tickets}@lindqvist.test`;
    const { ticketId, messageId } = await aTicket(at, shop, { address: hanna, text: 'Is it oak?' });
    const answer = (await replyTo(ticketId, hanna)).body.data.message_id;
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update messages set channel = 'chat', from_name = '', from_address = null, to_list = '[]', subject = '',
              author_name = case kind when 'outbound' then 'Olena Bondar' else 'Visitor 7' end where ticket_id = ${ticketId}`,
      ),
    );
    const opened = await olena.call('side-conversations/open', {
      ...{ ticket_id: ticketId, client_id: randomUUID(), subject: 'Fwd: A chat', body_html: '<p>Is it?</p>' },
      ...{ to: [{ address: 'joiner@wood.test' }], forwarded_ids: [messageId, answer] },
    });
    expect(opened.status, opened.text).toBe(200);
    const quoted = (await messagesOf(ticketId)).find((one) => one.kind === 'forward')?.quoted_text ?? '';
    expect(quoted).toMatch(
      /From: Visitor 7\nDate: .*\n\nIs it oak\?[\s\S]*From: Olena\nDate: .*\n\nIt comes tomorrow\./,
    );
    expect(quoted).not.toMatch(/: $/m);
  });

  test('holds no note and nothing from beside the ticket, and is refused to the customer and to ourselves', async () => {
    const { ticketId, sideId, hanna, messageId } = await aSide();
    const answer = await arrives({ from: carrier, headers: [`In-Reply-To: ${await mailIdOf(messageId)}`] });
    const note = await olena.call('tickets/note', {
      ticket_id: ticketId,
      client_id: randomUUID(),
      body_html: '<p>Between us</p>',
    });
    const open = (about: object) =>
      olena.call('side-conversations/open', {
        ...{
          ticket_id: ticketId,
          client_id: randomUUID(),
          subject: 'x',
          body_html: '<p>x</p>',
          to: [{ address: 'a@b.test' }],
          ...about,
        },
      });
    for (const id of [note.body.data.message_id, messageId, answer.message_id])
      expect((await open({ forwarded_ids: [id] })).body.errors?.[0]).toMatchObject({
        key: 'not_found',
        field: 'data.forwarded_ids',
      });
    const [{ from_email: ours }] = (await olena.post('mailboxes/get', {})).body.data.mailboxes;
    const toHanna = { name: '', address: hanna.toUpperCase() };
    expect((await open({ to: [toHanna] })).body.errors?.[0]).toMatchObject({
      key: 'recipient_is_customer',
      field: 'data.to',
    });
    expect((await open({ cc: [toHanna] })).body.errors?.[0]).toMatchObject({
      key: 'recipient_is_customer',
      field: 'data.cc',
    });
    expect((await open({ to: [{ address: ours }] })).body.errors?.[0]?.key).toBe('recipient_is_mailbox');
    const reply = { side_id: sideId, client_id: randomUUID(), body_html: '<p>x</p>' };
    expect((await olena.call('side-conversations/reply', { ...reply, to: [toHanna] })).body.errors?.[0]?.key).toBe(
      'recipient_is_customer',
    );
    expect((await olena.call('side-conversations/reply', { ...reply, to: [] })).body.errors?.[0]?.key).toBe(
      'recipient_missing',
    );
  });

  test('may be taken back before it leaves, and leaves no trace then', async () => {
    const ticket = await aTicket(at, shop, { address: `hanna${++tickets}@lindqvist.test` });
    const before = await messagesOf(ticket.ticketId);
    const sent = await olena.call('side-conversations/open', {
      ...{ ticket_id: ticket.ticketId, client_id: randomUUID(), subject: 'Stock', body_html: '<p>Any left?</p>' },
      ...{ to: [{ address: 'mill@wood.test' }], hold_seconds: 30 },
    });
    expect(sent.body.data.waits_until).not.toBeNull();
    const id = { message_id: sent.body.data.message_id };
    expect((await olena.call('side-conversations/take-back', id)).body.data).toEqual({ side_id: null });
    expect(await messagesOf(ticket.ticketId)).toEqual(before);
    expect(await sidesOf(ticket.ticketId)).toEqual([]);
    expect((await olena.call('side-conversations/take-back', id)).body.errors?.[0]?.key).toBe('not_found');
    const { messageId } = await aSide();
    expect((await olena.call('side-conversations/take-back', { message_id: messageId })).body.errors?.[0]?.key).toBe(
      'already_sent',
    );
  });
});

describe('an answer of the third party', () => {
  test('joins the side conversation by Message-ID or address; the ticket is unread for whoever has it, and does not move', async () => {
    const side = await aSide();
    await replyTo(side.ticketId, side.hanna);
    await olena.call('tickets/read', { ids: [side.ticketId] });
    const before = await ticketOf(side.ticketId);
    const byId = await arrives({ from: carrier, headers: [`In-Reply-To: ${side.mailId}`] });
    expect(byId).toMatchObject({ outcome: 'appended', reason_key: 'side', ticket_id: side.ticketId });
    expect(await kindOf(byId.message_id)).toBe('side_inbound');
    const address = makeSideReplyAddress(at.secrets, {
      companyId: shop.companyId,
      sideId: side.sideId,
      address: support,
    });
    const byAddress = await arrives({ from: carrier, to: address });
    expect(await kindOf(byAddress.message_id)).toBe('side_inbound');

    const after = await ticketOf(side.ticketId);
    expect([before.is_unread, after.is_unread]).toEqual([0, 1]);
    expect([before.has_side_answer, after.has_side_answer], 'its row says so').toEqual([0, 1]);
    expect(after).toMatchObject({
      view_type: 'answered',
      message: before.message,
      message_count: before.message_count,
      waiting_since: null,
    });
    const [listed] = await sidesOf(side.ticketId);
    expect(listed).toMatchObject({
      id: side.sideId,
      is_unseen: 1,
      state: 'open',
      messages: 3,
      last: { direction: 1, author: 'Dispatch' },
    });
    for (const message of [byId.message_id, null])
      await at.db.transaction('system', (tx) =>
        tx.run(
          sql`insert into notifications (company_id, user_id, kind, ticket_id, message_id, who) values (${shop.companyId}, ${olenaId}, 'side_answered', ${side.ticketId}, ${message}, 'Dispatch')`,
        ),
      );
    const place = { side_id: side.sideId, message_id: null };
    const told = (await olena.call('notifications/list', {})).body.data.groups;
    expect(told, 'it leads to where the answer stands').toMatchObject([
      { ticket_id: side.ticketId, unread: 2, ...place },
    ]);
    await olena.call('side-conversations/see', { side_id: side.sideId });
    expect((await ticketOf(side.ticketId)).has_side_answer, 'until somebody looks').toBe(0);
    const unread = (await olena.call('notifications/list', { is_unread: 1 })).body.data.groups;
    expect(unread, 'news of this conversation alone was seen').toMatchObject([{ unread: 1, side_id: null }]);
    await olena.call('side-conversations/settle', { side_id: side.sideId, state: 'done' });
    expect((await sidesOf(side.ticketId))[0]).toMatchObject({ is_unseen: 0, state: 'done' });
    await arrives({ from: carrier, headers: [`In-Reply-To: ${side.mailId}`] });
    expect((await sidesOf(side.ticketId))[0]).toMatchObject({ is_unseen: 1, state: 'open' });
    expect((await messagesOf(side.ticketId)).filter((one) => one.kind === 'inbound')).toHaveLength(1);
    // It is no new customer either.
    expect(
      await at.db.read('system', sql`select 1 from customer_identities where value = 'dispatch@carrier.test'`),
    ).toEqual([]);
  });

  test('wakes what was put off until somebody writes, and nothing that sleeps whatever happens, or is resolved', async () => {
    const waking = {
      snooze: { until: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ') },
    };
    for (const [wakes, view] of [
      [1, ''],
      [0, 'snoozed'],
    ] as const) {
      const side = await aSide();
      const put = await olena.call('tickets/snooze', {
        ids: [side.ticketId],
        until: waking.snooze.until,
        wake_on_reply: wakes,
      });
      expect(put.status, put.text).toBe(200);
      await arrives({ from: carrier, headers: [`References: ${side.mailId}`] });
      expect((await ticketOf(side.ticketId)).view_type).toBe(view);
    }
    const side = await aSide();
    await olena.call('tickets/resolve', { ids: [side.ticketId] });
    await arrives({ from: carrier, headers: [`References: ${side.mailId}`] });
    expect((await ticketOf(side.ticketId)).view_type).toBe('resolved');
  });

  test('stays beside the ticket in whatever way it comes', async () => {
    const side = await aSide();
    await replyTo(side.ticketId, side.hanna);
    const of = { companyId: shop.companyId, ticketId: side.ticketId, address: support };
    const mainId = `<${makeMessageId(at.secrets, of)}>`;
    const ways: [what: string, mail: Mail][] = [
      [
        'to all, the customer among them',
        { from: carrier, headers: [`In-Reply-To: ${side.mailId}`, `Cc: ${side.hanna}`] },
      ],
      [
        'with a token of the ticket as well',
        { from: carrier, headers: [`In-Reply-To: ${mainId}`, `References: ${side.mailId} ${mainId}`] },
      ],
      ['with a token of the ticket alone', { from: carrier, headers: [`In-Reply-To: ${mainId}`] }],
      [
        'to the address of the ticket, the customer in copy',
        { from: carrier, to: makeReplyAddress(at.secrets, of), headers: [`Cc: ${side.hanna}`] },
      ],
      [
        'from another address, with the token',
        { from: 'The other one <other@carrier.test>', headers: [`In-Reply-To: ${side.mailId}`] },
      ],
      ['from somebody it was passed on to', { from: 'sub@haulier.test', headers: [`References: ${side.mailId}`] }],
    ];
    for (const [what, mail] of ways) {
      const came = await arrives(mail);
      expect([what, came.ticket_id, await kindOf(came.message_id)]).toEqual([what, side.ticketId, 'side_inbound']);
      expect(await reachesCustomer(side.ticketId), what).not.toContain(came.text);
    }
    // Who joined by a token alone is not written to by itself.
    expect((await sidesOf(side.ticketId))[0].partners).toEqual([
      { name: 'Dispatch', address: 'dispatch@carrier.test' },
    ]);
  });

  test('without a token, or with a broken or foreign one, is a ticket of its own that leads nobody into the other', async () => {
    const side = await aSide();
    const [company] = await at.db.read<{ number: number }>(
      'system',
      sql`select number from tickets where id = ${side.ticketId}`,
    );
    const prefix = (await ticketOf(side.ticketId)).case_number.split('-')[0];
    const foreign = makeSideMessageId(at.secrets, {
      companyId: shop.companyId + 1,
      sideId: side.sideId,
      address: support,
    });
    const ways: [string, Mail][] = [
      ['stripped', { from: carrier }],
      ['cut', { from: carrier, headers: [`In-Reply-To: ${side.mailId.replace(/.{4}@/, '@')}`] }],
      ['of another company', { from: carrier, headers: [`In-Reply-To: <${foreign}>`] }],
      ['with the number of the ticket', { from: carrier, subject: `Re: [${prefix}-${company?.number}] Delivery` }],
      [
        'with the number, proved',
        {
          from: carrier,
          subject: `Re: [${prefix}-${company?.number}] Delivery`,
          headers: ['Authentication-Results: mx.test; dmarc=pass header.from=carrier.test'],
        },
      ],
    ];
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update mailboxes set trusted_authserv_id = 'mx.test' where id = ${shop.mailboxId}`),
    );
    for (const [what, mail] of ways) {
      const came = await arrives(mail);
      expect([what, came.outcome], what).toEqual([what, 'new_ticket']);
      expect((await ticketOf(came.ticket_id ?? 0)).looks_like, what).toBeNull();
    }
    expect((await messagesOf(side.ticketId)).filter((one) => one.kind === 'inbound')).toHaveLength(1);
  });

  test("that names only the third party's own letter joins when the sender is proved", async () => {
    const side = await aSide();
    await arrives({
      from: carrier,
      headers: [`In-Reply-To: ${side.mailId}`, `Message-ID: <own-${side.sideId}@carrier.test>`],
    });
    const headers = [`In-Reply-To: <own-${side.sideId}@carrier.test>`];
    const proved = [...headers, 'Authentication-Results: mx.test; dmarc=pass header.from=carrier.test'];
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update mailboxes set trusted_authserv_id = 'mx.test' where id = ${shop.mailboxId}`),
    );
    expect(await kindOf((await arrives({ from: carrier, headers: proved })).message_id)).toBe('side_inbound');
    const unproved = await arrives({ from: carrier, headers });
    expect(unproved.ticket_id).not.toBe(side.ticketId);
    expect((await ticketOf(unproved.ticket_id ?? 0)).looks_like).toBeNull();
    const stranger = await arrives({
      from: 'x@y.test',
      headers: [...headers, 'Authentication-Results: mx.test; dmarc=pass header.from=y.test'],
    });
    expect(stranger.ticket_id).not.toBe(side.ticketId);
  });

  test('by a program is kept beside, and tells nobody; a delivery report marks the letter beside', async () => {
    const side = await aSide();
    await olena.call('tickets/read', { ids: [side.ticketId] });
    const away = await arrives({
      from: carrier,
      headers: [`In-Reply-To: ${side.mailId}`, 'Auto-Submitted: auto-replied'],
    });
    expect(away).toMatchObject({ outcome: 'automatic', ticket_id: side.ticketId });
    expect(await kindOf(away.message_id)).toBe('side_inbound');
    expect((await sidesOf(side.ticketId))[0].is_unseen).toBe(0);
    expect((await ticketOf(side.ticketId)).is_unread).toBe(0);

    const report = [
      '--b',
      'Content-Type: text/plain',
      '',
      'No such user',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.carrier.test',
      '',
      'Final-Recipient: rfc822; dispatch@carrier.test',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 no such user',
      '',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${side.mailId}`,
      '',
      '--b--',
    ].join('\r\n');
    const bounce = await arrives({
      ...{ from: 'MAILER-DAEMON <mailer-daemon@carrier.test>', subject: 'Undelivered', text: report },
      headers: [
        'Return-Path: <>',
        'MIME-Version: 1.0',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      ],
    });
    expect(bounce).toMatchObject({ outcome: 'bounce', reason_key: 'bounce', ticket_id: side.ticketId });
    expect(await kindOf(bounce.message_id)).toBe('side_inbound');
    const [letter] = (await olena.post('messages/get', { filter: { conditions: [['id', '=', side.messageId]] } })).body
      .data.messages;
    expect(letter.delivery.state).toBe('failed');
    expect((await messagesOf(side.ticketId)).filter((one) => one.kind === 'inbound')).toHaveLength(1);
  });
});

describe('the customer', () => {
  test('who learned the token of a side conversation gets a ticket of their own, and never into the conversation', async () => {
    const side = await aSide();
    const came = await arrives({ from: `Hanna <${side.hanna}>`, headers: [`In-Reply-To: ${side.mailId}`] });
    expect(came).toMatchObject({ outcome: 'new_ticket', reason_key: 'side_stray' });
    expect((await ticketOf(came.ticket_id ?? 0)).looks_like.id).toBe(side.ticketId);
    expect((await sidesOf(side.ticketId))[0].messages).toBe(1);
    // A colleague of theirs, who is in copy of the thread.
    await replyTo(side.ticketId, side.hanna, { cc: [{ address: 'colleague@lindqvist.test' }] });
    const colleague = await arrives({ from: 'colleague@lindqvist.test', headers: [`In-Reply-To: ${side.mailId}`] });
    expect(colleague).toMatchObject({ outcome: 'new_ticket', reason_key: 'side_stray' });
    expect((await sidesOf(side.ticketId))[0].messages).toBe(1);
  });

  test('is answered with nothing from beside, though the reply names a letter of it', async () => {
    const side = await aSide();
    const answer = await arrives({
      from: carrier,
      text: 'SECRETPALLET stands in Lviv',
      headers: [`In-Reply-To: ${side.mailId}`],
    });
    for (const id of [side.messageId, answer.message_id]) {
      const refused = await replyTo(side.ticketId, side.hanna, { in_reply_to: id });
      expect(refused.body.errors?.[0]).toMatchObject({ key: 'not_found', field: 'data.in_reply_to' });
    }
    await replyTo(side.ticketId, side.hanna);
    const reached = await reachesCustomer(side.ticketId);
    for (const secret of ['SECRETPALLET', 'carrier', side.mailId.slice(1, -1)]) expect(reached).not.toContain(secret);
    // Nothing of the other thread in what goes to the carrier.
    const on = await olena.call('side-conversations/reply', {
      ...{
        side_id: side.sideId,
        client_id: randomUUID(),
        body_html: '<p>And now?</p>',
        to: [{ address: 'dispatch@carrier.test' }],
      },
    });
    const [row] = await at.db.read<{ mail_references: string[]; mail_in_reply_to: string; subject: string }>(
      'system',
      sql`select mail_references, mail_in_reply_to, subject from messages where id = ${on.body.data.message_id}`,
    );
    expect(row?.subject).toBe('Re: Delivery');
    for (const id of [...(row?.mail_references ?? []), row?.mail_in_reply_to ?? ''])
      expect(readMessageId(at.secrets, id)).toBeUndefined();
    const address = makeSideReplyAddress(at.secrets, {
      companyId: shop.companyId,
      sideId: side.sideId,
      address: support,
    });
    expect(readReplyAddress(at.secrets, shop.companyId, address)).toBeUndefined();
  });

  test('of a ticket that was merged still writes into the thread, though they are a partner of the other one', async () => {
    const kept = await aSide();
    const theirs = await aTicket(at, shop, {
      address: 'dispatch@carrier.test',
      from: 'Dispatch',
      subject: 'Our invoice',
    });
    const merged = await olena.call('tickets/merge', { survivor_id: kept.ticketId, ids: [theirs.ticketId] });
    expect(merged.status, merged.text).toBe(200);
    const of = { companyId: shop.companyId, ticketId: theirs.ticketId, address: support };
    const toThread = await arrives({ from: carrier, headers: [`In-Reply-To: <${makeMessageId(at.secrets, of)}>`] });
    expect(await kindOf(toThread.message_id)).toBe('inbound');
    const beside = await arrives({ from: carrier, headers: [`In-Reply-To: ${kept.mailId}`] });
    expect(await kindOf(beside.message_id)).toBe('side_inbound');
  });
});

describe('a ticket with a side conversation', () => {
  test('takes it along into a merge and back, and keeps it when something is split off', async () => {
    const gone = await aSide();
    const kept = await aTicket(at, shop, { address: `other${tickets}@lindqvist.test`, subject: 'The survivor' });
    const merged = await olena.call('tickets/merge', { survivor_id: kept.ticketId, ids: [gone.ticketId] });
    const inMerged = await arrives({ from: carrier, headers: [`In-Reply-To: ${gone.mailId}`] });
    expect([inMerged.ticket_id, await kindOf(inMerged.message_id)]).toEqual([kept.ticketId, 'side_inbound']);
    expect((await sidesOf(kept.ticketId)).map((one: { id: number }) => one.id)).toEqual([gone.sideId]);
    const refused = await olena.call('side-conversations/reply', {
      ...{ side_id: gone.sideId, client_id: randomUUID(), body_html: '<p>x</p>', to: [{ address: gone.hanna }] },
    });
    expect(refused.body.errors?.[0]?.key).toBe('recipient_is_customer');
    await olena.call('tickets/unmerge', { merge_ids: merged.body.data.merges.map((one: { id: number }) => one.id) });
    expect(await sidesOf(kept.ticketId)).toEqual([]);
    expect((await sidesOf(gone.ticketId))[0]).toMatchObject({ id: gone.sideId });

    const split = await olena.call('tickets/split', { message_id: gone.messageId, from_here: 0 });
    expect(split.body.errors?.[0]?.key).toBe('not_found');
    await replyTo(gone.ticketId, gone.hanna);
    const off = await olena.call('tickets/split', {
      message_id: (await messagesOf(gone.ticketId)).findLast((one) => one.kind === 'outbound')?.id,
      from_here: 1,
    });
    expect(off.status, off.text).toBe(200);
    expect(await sidesOf(off.body.data.ticket_id)).toEqual([]);
    const later = await arrives({ from: carrier, headers: [`In-Reply-To: ${gone.mailId}`] });
    expect([later.ticket_id, await kindOf(later.message_id)]).toEqual([gone.ticketId, 'side_inbound']);
  });

  test('in the trash hides no answer: it is a ticket of its own', async () => {
    const side = await aSide();
    await olena.post('tickets/delete', { filter: { conditions: [['id', '=', side.ticketId]] } });
    const came = await arrives({ from: carrier, headers: [`In-Reply-To: ${side.mailId}`] });
    expect(came.outcome).toBe('new_ticket');
    expect(came.ticket_id).not.toBe(side.ticketId);
  });

  test('keeps what came in beside where it is, though somebody moves the mail', async () => {
    const side = await aSide();
    const came = await arrives({ from: carrier, headers: [`In-Reply-To: ${side.mailId}`] });
    const other = await aTicket(at, shop, { address: `third${tickets}@lindqvist.test` });
    const [mail] = await at.db.read<{ id: number }>(
      'system',
      sql`select id from inbound_mails where message_id = ${came.message_id}`,
    );
    const { case_number } = await ticketOf(other.ticketId);
    const moved = await olena.call('inbound-mails/move-to-ticket', {
      id: mail?.id,
      number: Number(case_number.split('-')[1]),
    });
    expect(moved.status, moved.text).not.toBe(200);
    expect(await kindOf(came.message_id)).toBe('side_inbound');
  });

  test('lets it go along when the last letter is moved to another one: an answer stays beside', async () => {
    const side = await aSide();
    const came = await arrives({ from: carrier, headers: [`In-Reply-To: ${side.mailId}`] });
    const right = await aTicket(at, shop, { address: `fourth${tickets}@lindqvist.test` });
    const { case_number } = await ticketOf(right.ticketId);
    const number = Number(case_number.split('-')[1]);
    const moved = await olena.call('inbound-mails/move-to-ticket', { id: side.inboundMailId, number });
    expect(moved.body.data, moved.text).toEqual({ ticket_id: right.ticketId });

    const linesOf = (ticketId: number) =>
      at.db.read<{ key: string; author: string }>(
        'system',
        sql`select event_key as key, author_name as author from messages where ticket_id = ${ticketId} and kind = 'event' and event_key <> 'took' order by id`,
      );
    expect(await ticketOf(side.ticketId)).toMatchObject({ is_deleted: 1 });
    expect(await linesOf(side.ticketId)).toEqual([{ key: 'deleted', author: 'Olena Kovalenko' }]);
    expect((await linesOf(right.ticketId)).map((one) => one.key)).toEqual(['side_answered']);
    expect(await sidesOf(right.ticketId)).toMatchObject([{ id: side.sideId, is_unseen: 1, messages: 2 }]);
    const later = await arrives({ from: carrier, headers: [`In-Reply-To: ${side.mailId}`] });
    expect([later.ticket_id, await kindOf(later.message_id)]).toEqual([right.ticketId, 'side_inbound']);

    // The mails as they came, too: what is left is deleted for good one day.
    const mails = await at.db.read<{ ticket_id: number }>(
      'system',
      sql`select ticket_id from inbound_mails where message_id in (${came.message_id}, ${later.message_id})`,
    );
    expect(mails.map((one) => one.ticket_id)).toEqual([right.ticketId, right.ticketId]);
    expect(await reachesCustomer(right.ticketId)).not.toContain('SECRETPALLET');
  });

  test('gets what was sent from another mail program beside as well', async () => {
    const side = await aSide();
    const answered = await arrives({
      from: carrier,
      headers: [`In-Reply-To: ${side.mailId}`, `Message-ID: <q-${side.sideId}@carrier.test>`],
    });
    expect(await kindOf(answered.message_id)).toBe('side_inbound');
    for (const headers of [[`In-Reply-To: <q-${side.sideId}@carrier.test>`], [`References: ${side.mailId}`]]) {
      const sent = await arrives({ from: support, to: 'dispatch@carrier.test', headers, folder: 'sent' });
      expect([sent.ticket_id, await kindOf(sent.message_id)]).toEqual([side.ticketId, 'side_outbound']);
    }
    expect((await ticketOf(side.ticketId)).view_type).toBe('');
  });
});

test('a side conversation goes on from another mailbox of the product where its own was removed, and from none where there is none', async () => {
  const { companyId, productId } = shop;
  const mailbox = async (from_email: string) =>
    rowId(
      await olena.post('mailboxes-new/create', {
        data: [aMailbox({ company_id: companyId, product_id: productId, from_email })],
      }),
      'mailboxes',
    );
  const { sideId } = await aSide();
  const begun = await mailbox('old@shop.test');
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update side_conversations set channel_account_id = ${begun}, from_address = 'old@shop.test' where id = ${sideId}`,
    ),
  );
  const goesOn = async () => {
    const { body, text } = await olena.call('side-conversations/reply', {
      ...{ side_id: sideId, client_id: randomUUID(), body_html: '<p>And now?</p>' },
      to: [{ address: 'dispatch@carrier.test' }],
    });
    expect(text).not.toContain('errors');
    const [sent] = await at.db.read<{ by: number; from_address: string }>(
      'system',
      sql`select d.channel_account_id as by, m.from_address from messages m join deliveries d on d.message_id = m.id where m.id = ${body.data.message_id}`,
    );
    return sent;
  };
  expect(await goesOn()).toEqual({ by: begun, from_address: 'old@shop.test' });
  rows(await olena.post('mailboxes/delete', byId(begun)), 'mailboxes');
  expect(await goesOn()).toEqual({ by: shop.mailboxId, from_address: 'support@lumenoak.test' });
  rows(await olena.post('mailboxes/delete', byId(shop.mailboxId)), 'mailboxes');
  const refused = await olena.call('side-conversations/reply', {
    ...{ side_id: sideId, client_id: randomUUID(), body_html: '<p>And now?</p>', to: [{ address: 'a@carrier.test' }] },
  });
  expect(refused.body.errors).toMatchObject([{ key: 'ticket_has_no_channel', field: 'data.side_id' }]);
  rows(await olena.post('mailboxes/restore', byId(shop.mailboxId)), 'mailboxes');
});

test('A1 nobody of another company, and nobody who does not see the ticket, finds or touches it', async () => {
  const side = await aSide();
  const { api: marko } = await aPerson(at, 'Marko Bilyk', 'marko@elsewhere.test');
  await aCompany(marko, 'Elsewhere', 'EL');
  const [note] = [
    await olena.call('tickets/note', { ticket_id: side.ticketId, client_id: randomUUID(), body_html: '<p>x</p>' }),
  ];
  const calls: [string, object][] = [
    ['side-conversations/list', { ticket_id: side.ticketId }],
    ['side-conversations/see', { side_id: side.sideId }],
    ['side-conversations/settle', { side_id: side.sideId, state: 'done' }],
    ['side-conversations/take-back', { message_id: side.messageId }],
    [
      'side-conversations/reply',
      { side_id: side.sideId, client_id: randomUUID(), body_html: 'x', to: [{ address: 'a@b.test' }] },
    ],
    ['messages/edit-note', { message_id: note?.body.data.message_id, body_html: '<p>y</p>', edits: 0 }],
    ['messages/note-history', { message_id: note?.body.data.message_id }],
    ['messages/delete-note', { message_id: note?.body.data.message_id, reason: 'y' }],
  ];
  for (const [path, data] of calls) expect([path, (await marko.call(path, data)).status]).toEqual([path, 404]);
  const seen = await marko.post('messages/get', { filter: { conditions: [['side_id', '=', side.sideId]] } });
  expect(seen.body.data.messages).toEqual([]);
});

test('A person who asks for what is kept of them gets nothing from beside; who is forgotten is forgotten there too', async () => {
  const side = await aSide();
  const answer = await arrives({
    from: carrier,
    text: 'SECRETPALLET stands in Lviv',
    headers: [`In-Reply-To: ${side.mailId}`],
  });
  const kept = JSON.stringify(await readTicket(at.db, shop.companyId, side.ticketId));
  expect(kept).toContain('Is it oak?');
  for (const secret of ['SECRETPALLET', 'dispatch@carrier.test']) expect(kept).not.toContain(secret);
  const [mail] = await at.db.read<{ id: number }>(
    'system',
    sql`select id from inbound_mails where message_id = ${answer.message_id}`,
  );
  const files = await filesOfTicket(at.db, shop.companyId, side.ticketId);
  expect(files.map((file) => file.name)).not.toContain(`mails/${mail?.id}.eml`);

  const everything = async () =>
    JSON.stringify([await messagesOf(side.ticketId), await sidesOf(side.ticketId)]).includes('SECRETPALLET');
  expect(await everything()).toBe(true);
  await at.db.transaction({ companies: [shop.companyId] }, (tx) =>
    eraseTickets(tx, shop.companyId, [side.ticketId], []),
  );
  expect(await everything()).toBe(false);
  const [left] = await sidesOf(side.ticketId);
  expect([left.subject, left.partners]).toEqual(['—', []]);
});

test('a note is edited by its writer alone, keeps what it said, and is deleted with a reason', async () => {
  const { ticketId } = await aTicket(at, shop, { address: `hanna${++tickets}@lindqvist.test` });
  const added = await olena.call('tickets/note', {
    ticket_id: ticketId,
    client_id: randomUUID(),
    body_html: '<p>First</p>',
  });
  const { message_id } = added.body.data;
  const edit = (words: string, edits: number, who = olena) =>
    who.call('messages/edit-note', { message_id, body_html: `<p>${words}</p>`, edits });
  expect((await edit('Second', 0)).body.data).toEqual({ edits: 1 });
  expect((await edit('From the other machine', 0)).body.errors?.[0]?.key).toBe('conflict');
  expect((await edit(' ', 1)).body.errors?.[0]?.key).toBe('message_empty');
  const petro = await aPerson(at, 'Petro', 'petro@lumenoak.test');
  await joins(at, petro.id, shop.companyId, 3);
  at.wake.nudge('sessions');
  expect((await edit('Not mine', 1, petro.api)).body.errors?.[0]?.key, 'of an administrator').toBe('note_of_another');
  expect((await edit('Third', 1)).body.data).toEqual({ edits: 2 });
  const history = (await olena.call('messages/note-history', { message_id })).body.data.versions;
  expect(history.map((one: { body_text: string }) => one.body_text.trim())).toEqual(['Second', 'First']);
  expect((await olena.call('messages/delete-note', { message_id, reason: '' })).status).toBe(422);
  expect((await olena.call('messages/delete-note', { message_id, reason: 'Wrong ticket' })).status).toBe(200);
  const [line] = (await olena.post('messages/get', { filter: { conditions: [['id', '=', message_id]] } })).body.data
    .messages;
  expect(line).toMatchObject({
    kind: 'event',
    body_text: '',
    event: { key: 'note_deleted', values: { reason: 'Wrong ticket' } },
  });
  expect(await at.db.read('system', sql`select 1 from note_versions where message_id = ${message_id}`)).toEqual([]);
});
