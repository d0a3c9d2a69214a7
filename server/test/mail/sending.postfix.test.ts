import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { anSmtpServer, smtpNo, type TakenMail } from '#channels/email/transport/testing/an-smtp-server.ts';
import { sql } from '#platform/sql.ts';
import { startFaultProxy } from '#test/rigs/fault-proxy.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aMailboxOf } from './second-company.ts';
import { aShopWithMail, type ReplyBody, type Shop } from './shop-with-mail.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShopWithMail();
});
afterAll(() => shop?.close());

type Story = Parameters<typeof anSmtpServer>[0];
let desks = 0;
/** A mailbox that sends through a server of this story, and a ticket in it. */
async function aDesk(
  story: Story,
  { password = 'secret', through = (port: number) => Promise.resolve(port), settings = {} } = {},
) {
  desks++;
  const smtp = await anSmtpServer(story);
  onTestFinished(smtp.stop);
  const address = `desk-${desks}@lumenoak.test`;
  const smtp_port = await through(smtp.port);
  const mailboxId = await aMailboxOf(shop, shop.olena, {
    companyId: shop.companyId,
    productId: shop.productId,
    address,
    settings: { smtp_host: '127.0.0.1', smtp_port, smtp_security: 'none', smtp_password: password, ...settings },
  });
  const ticket = await shop.ticketAbout(`To ${address}`, { to: address, headers: { To: address } });
  return { smtp, mailboxId, ticket, address };
}

const deliveryOf = async (messageId: number) => {
  const [row] = await shop.at.db.read<{
    state: string;
    attempts: number;
    due_in: number;
    error: string;
    error_key: string;
    recipients: unknown[];
    copy_state: string;
  }>(
    'system',
    sql`select state, attempts, extract(epoch from due_at - now())::float8 as due_in, error, error_key, recipients, copy_state from deliveries where message_id = ${messageId}`,
  );
  return row;
};
const settled = (messageId: number, isIt: (row: NonNullable<Awaited<ReturnType<typeof deliveryOf>>>) => boolean) =>
  waitUntil(async () => {
    const row = await deliveryOf(messageId);
    return row && row.state !== 'sending' && isIt(row) && row;
  });
/** As if the pause were over. */
async function retryNow(messageId: number) {
  await shop.at.db.transaction('system', (tx) =>
    tx.run(sql`update deliveries set due_at = now() where message_id = ${messageId} and state = 'queued'`),
  );
  shop.at.wake.nudge('deliveries');
}
const shown = async (ticketId: number, messageId: number) =>
  (await shop.messagesOf(ticketId)).find((one) => one.id === messageId)?.delivery;
const mailbox = async (id: number) =>
  (await shop.olena.post('mailboxes/get', { filter: { conditions: [['id', '=', id]] } })).body.data.mailboxes[0];
const three: Partial<ReplyBody> = {
  to: [{ address: 'ann@far.test' }],
  cc: [{ address: 'bob@far.test' }],
  bcc: [{ address: 'cut@far.test' }],
};

describe('F10 a server that says no', () => {
  test('to one for good and to one for now: who has it gets it once, the retry is the same letter', async () => {
    let isGreylisting = true;
    const { smtp, ticket } = await aDesk({
      onRecipient: (address) =>
        address === 'cut@far.test'
          ? smtpNo(550, '5.1.1 no such user')
          : address === 'bob@far.test' && isGreylisting
            ? smtpNo(451, '4.7.1 greylisted')
            : null,
    });
    const { messageId } = await shop.hands(ticket.id, three);
    await settled(messageId, (row) => row.state === 'queued' && row.attempts === 1);
    expect(await shown(ticket.id, messageId)).toMatchObject({
      state: 'queued',
      error: expect.stringContaining('greylisted'),
      next_try_at: expect.any(String),
      refused: [{ address: 'cut@far.test', reason: expect.stringContaining('no such user') }],
    });

    isGreylisting = false;
    await retryNow(messageId);
    await settled(messageId, (row) => row.state === 'sent');
    expect(smtp.taken.map((mail) => mail.to)).toEqual([['ann@far.test'], ['bob@far.test']]);
    expect(smtp.taken[1]?.raw).toBe(smtp.taken[0]?.raw);
    expect(smtp.taken[0]?.raw).not.toContain('cut@far.test');
    expect(await shown(ticket.id, messageId)).toMatchObject({ state: 'sent', refused: [{ address: 'cut@far.test' }] });

    // The one who was refused can be tried again, and nobody else gets it twice.
    expect((await shop.olena.call('tickets/retry-delivery', { message_id: messageId })).status).toBe(200);
    await settled(messageId, (row) => row.state === 'sent');
    expect(smtp.taken).toHaveLength(2);
  });

  test('a mailbox that is disabled keeps its letters waiting, which is told before, and sends them when it is back', async () => {
    let isBusy = true;
    const { smtp, ticket, mailboxId } = await aDesk({
      onMail: () => (isBusy ? smtpNo(452, '4.3.1 out of space') : null),
    });
    const { messageId } = await shop.hands(ticket.id);
    await settled(messageId, (row) => row.attempts === 1);
    const it = { filter: { conditions: [['id', '=', mailboxId]] } };
    expect((await shop.olena.post('mailboxes/dependents', it)).body.data.dependents).toEqual([
      { name: 'letters', count: 1, can_move: false, must_move: false },
    ]);
    expect((await shop.olena.post('mailboxes/delete', it)).status).toBe(200);
    isBusy = false;
    await retryNow(messageId);
    const row = await settled(messageId, ({ attempts }) => attempts === 2);
    expect(row).toMatchObject({
      ...{ state: 'queued', error_key: 'mailbox_disabled' },
      recipients: [{ address: 'hanna@lindqvist.test', state: 'waiting' }],
    });
    expect(row.due_in).toBeGreaterThan(25);
    expect(smtp.taken).toHaveLength(0);

    expect((await shop.olena.post('mailboxes/restore', it)).status).toBe(200);
    await settled(messageId, ({ state }) => state === 'sent');
    expect(smtp.taken).toHaveLength(1);
  });

  test('for now, again and again: the pauses grow, and the letter is tried until it is taken', async () => {
    let isBusy = true;
    const { smtp, ticket } = await aDesk({ onMail: () => (isBusy ? smtpNo(452, '4.3.1 out of space') : null) });
    const { messageId } = await shop.hands(ticket.id);
    for (const [attempt, from, to] of [
      [1, 25, 36],
      [2, 50, 72],
      [3, 100, 144],
    ] as const) {
      const { due_in, error } = await settled(messageId, (row) => row.attempts === attempt);
      expect(due_in).toBeGreaterThan(from);
      expect(due_in).toBeLessThanOrEqual(to);
      expect(error).toContain('out of space');
      if (attempt === 3) isBusy = false;
      await retryNow(messageId);
    }
    await settled(messageId, (row) => row.state === 'sent');
    expect(smtp.taken).toHaveLength(1);
  });

  test('for now: who does not want to wait for the next attempt makes it now, and what is sent is not tried again', async () => {
    let isBusy = true;
    const { smtp, ticket } = await aDesk({ onMail: () => (isBusy ? smtpNo(452, '4.3.1 out of space') : null) });
    const { messageId } = await shop.hands(ticket.id);
    await settled(messageId, (row) => row.attempts === 1);
    isBusy = false;
    expect((await shop.olena.call('tickets/retry-delivery', { message_id: messageId })).status).toBe(200);
    await settled(messageId, (row) => row.state === 'sent');
    expect(smtp.taken).toHaveLength(1);
    const again = await shop.olena.call('tickets/retry-delivery', { message_id: messageId });
    expect(again.body.errors[0]?.key).toBe('not_in_this_state');
  });

  test('for good: the letter shows it in the words of the server, and a retry sends it', async () => {
    let isStrict = true;
    const { smtp, ticket, mailboxId } = await aDesk({
      onMail: () => (isStrict ? smtpNo(554, '5.7.1 looks like spam to me') : null),
    });
    const { messageId } = await shop.hands(ticket.id);
    await settled(messageId, (row) => row.state === 'failed');
    expect(await shown(ticket.id, messageId)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('looks like spam to me'),
      next_try_at: null,
    });
    // It is about this letter, and not about how the mailbox sends.
    expect(await mailbox(mailboxId)).toMatchObject({ send_error_key: null });
    expect((await shop.tickets()).find((one) => one.id === ticket.id)).toMatchObject({ view_type: '' });

    isStrict = false;
    await shop.olena.call('tickets/retry-delivery', { message_id: messageId });
    await settled(messageId, (row) => row.state === 'sent');
    expect(smtp.taken).toHaveLength(1);
    expect((await shop.olena.call('tickets/retry-delivery', { message_id: messageId })).body.errors[0]?.key).toBe(
      'not_in_this_state',
    );
  });
});

test('F11 cut after the final dot: the second try is the same letter with the same Message-ID', async () => {
  let isCutting = true;
  let proxy: Awaited<ReturnType<typeof startFaultProxy>> | undefined;
  const { smtp, ticket } = await aDesk(
    {
      onMail: () => {
        if (isCutting) proxy?.reset();
        isCutting = false;
        return null;
      },
    },
    {
      through: async (port) => {
        proxy = await startFaultProxy({ port });
        return proxy.port;
      },
    },
  );
  onTestFinished(() => proxy?.close());
  const { messageId, mailMessageId } = await shop.hands(ticket.id);
  expect(await settled(messageId, (row) => row.attempts === 1)).toMatchObject({
    state: 'queued',
    error_key: 'connection_lost',
  });
  await retryNow(messageId);
  await settled(messageId, (row) => row.state === 'sent');
  expect(smtp.taken).toHaveLength(2);
  expect(smtp.taken[0]?.raw).toBe(smtp.taken[1]?.raw);
  expect(idsOf(smtp.taken)).toEqual([mailMessageId, mailMessageId]);
});

test('a delivery report that overtakes the answer of the server is not forgotten', async () => {
  const { mailboxId, ticket, address } = await aDesk({});
  const hasty = await anSmtpServer(
    {},
    {
      onData(stream, _session, answer) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        const report = async () => {
          const id = /^Message-ID:\s*(<[^>]+>)/im.exec(Buffer.concat(chunks).toString())?.[1];
          await shop.servers.deliver(address, aReport(id ?? ''), { from: '' });
          await shop.outcomeOf('Undelivered');
          answer(null, 'taken');
        };
        stream.on('end', () => void report());
      },
    },
  );
  onTestFinished(hasty.stop);
  await shop.olena.post('mailboxes/update', {
    data: { smtp_port: hasty.port, smtp_password: 'secret' },
    filter: { conditions: [['id', '=', mailboxId]] },
  });
  const { messageId } = await shop.hands(ticket.id);
  expect(await settled(messageId, (row) => row.attempts === 1)).toMatchObject({
    state: 'failed',
    recipients: [{ address: 'hanna@lindqvist.test', state: 'refused', reason: '550 unknown' }],
  });
});

describe('F9 a server that refuses to sign us in', () => {
  test('is shown on the mailbox, asked once for all its letters, and used again as soon as the password is mended', async () => {
    let signIns = 0;
    const { smtp, ticket, mailboxId } = await aDesk(
      {
        onSignIn: () => {
          signIns++;
          return null;
        },
      },
      { password: 'wrong' },
    );
    const first = await shop.hands(ticket.id);
    expect(await settled(first.messageId, (row) => row.attempts === 1)).toMatchObject({
      state: 'queued',
      error_key: 'wrong_password',
    });
    const second = await shop.hands(ticket.id);
    await retryNow(first.messageId);
    await retryNow(second.messageId);
    const box = await mailbox(mailboxId);
    expect(box).toMatchObject({ send_error_key: 'wrong_password', deliveries_waiting: 2, last_sent_at: null });
    expect(JSON.stringify(box)).not.toContain('wrong"');
    expect((await deliveryOf(first.messageId))?.due_in).toBeLessThan(1);

    // Enough rounds for a letter that is due to have been tried.
    const other = await aDesk({});
    const probe = await shop.hands(other.ticket.id);
    await settled(probe.messageId, (row) => row.state === 'sent');
    expect(signIns).toBe(1);

    await shop.olena.post('mailboxes/update', {
      data: { smtp_password: 'secret' },
      filter: { conditions: [['id', '=', mailboxId]] },
    });
    await settled(second.messageId, (row) => row.state === 'sent');
    await settled(first.messageId, (row) => row.state === 'sent');
    expect(smtp.taken).toHaveLength(2);
    const mended = await mailbox(mailboxId);
    expect(mended).toMatchObject({ send_error_key: null, deliveries_waiting: 0 });
    expect(Date.now() - Date.parse(`${mended.last_sent_at}Z`)).toBeLessThan(60_000);
  });
});

test('letters of one ticket leave in the order they were written', async () => {
  const { smtp, ticket } = await aDesk({});
  const handed = [];
  for (let n = 0; n < 6; n++) handed.push(await shop.hands(ticket.id, { body_html: `<p>Number ${n}</p>` }));
  for (const { messageId } of handed) await settled(messageId, (row) => row.state === 'sent');
  expect(idsOf(smtp.taken)).toEqual(handed.map((one) => one.mailMessageId));
});

test('a server that takes for ever holds up nobody else’s letters', async () => {
  const held: (() => void)[] = [];
  let isStuck = true;
  const slow = await aDesk({});
  const stuck = await anSmtpServer(
    {},
    {
      onData(stream, _session, answer) {
        stream.resume();
        if (isStuck) held.push(() => answer(null, 'at last'));
        else answer(null, 'at once');
      },
    },
  );
  await shop.olena.post('mailboxes/update', {
    data: { smtp_port: stuck.port, smtp_password: 'secret' },
    filter: { conditions: [['id', '=', slow.mailboxId]] },
  });
  const subjects = Array.from({ length: 20 }, (_, n) => `Stuck ${n}`);
  const tickets = await Promise.all(
    subjects.map((subject) => shop.ticketAbout(subject, { to: slow.address, headers: { To: slow.address } })),
  );
  const handed = await Promise.all(tickets.map(({ id }) => shop.hands(id)));
  await waitUntil(() => held.length === 2);
  const quick = await aDesk({});
  const { messageId } = await shop.hands(quick.ticket.id);
  await settled(messageId, (row) => row.state === 'sent');
  expect(held).toHaveLength(2);

  isStuck = false;
  for (const release of held) release();
  for (const one of handed) await settled(one.messageId, (row) => row.state === 'sent');
  await stuck.stop();
});

test('the copy in the Sent box is there once, however often it is put there', async () => {
  const { messageId, mailMessageId } = await shop.answers((await shop.ticketAbout('Copies')).id);
  const isCopied = () => settled(messageId, (row) => row.copy_state === 'done');
  await isCopied();
  // The worker died after the copy and before it could say so.
  await shop.at.db.transaction('system', (tx) =>
    tx.run(sql`update deliveries set copy_state = 'queued', copy_due_at = now() where message_id = ${messageId}`),
  );
  shop.at.wake.nudge('copies');
  await isCopied();
  const copies = (await shop.servers.readMailbox(shop.address, 'Sent')).filter(({ text }) =>
    text.includes(mailMessageId),
  );
  expect(copies).toHaveLength(1);
});

describe('A33 nothing that people write becomes a header or a recipient', () => {
  const break_ = '\r\nBcc: victim@far.test\r\n';

  test('a subject, a name and a file name of the customer', async () => {
    const { smtp, address } = await aDesk({});
    const encoded = `=?utf-8?B?${Buffer.from(`Evil${break_}X: y`).toString('base64')}?=`;
    await shop.writes({
      to: address,
      from: `=?utf-8?B?${Buffer.from(`Eve${break_}`).toString('base64')}?= <eve@far.test>`,
      subject: encoded,
      headers: { To: address, 'Message-ID': `<evil@far.test>` },
    });
    const ticket = await waitUntil(async () => (await shop.tickets()).find((one) => one.title.startsWith('Evil')));
    const { body } = await shop.olena.call('tickets/reply-defaults', { ticket_id: ticket.id });
    const file = await shop.olena.upload(`a"${break_}.txt`, new TextEncoder().encode('x'), 'text/plain');
    const { messageId } = await shop.hands(ticket.id, {
      body_html: `<p>.${break_}</p>`,
      to: body.data.to,
      attachments: [file.body.data.files[0].id],
    });
    await settled(messageId, (row) => row.state === 'sent');
    const [mail] = smtp.taken;
    expect(mail?.from).toBe(address);
    expect(mail?.to).toEqual(['eve@far.test']);
    expect(headerNames(mail)).toEqual([
      'content-type',
      'date',
      'from',
      'in-reply-to',
      'message-id',
      'mime-version',
      'references',
      'subject',
      'to',
    ]);
  });

  test.each([
    ['a name', { to: [{ name: `Ann${break_}`, address: 'ann@far.test' }] }],
    ['an address', { to: [{ address: `ann@far.test${break_}` }] }],
    ['an address in copy', { cc: [{ address: 'ann@far.test,victim@far.test' }] }],
    ['a blind one', { bcc: [{ name: 'x\0y', address: 'ann@far.test' }] }],
  ])('%s of a recipient with a line break is refused, and nothing is sent', async (_what, reply) => {
    const ticket = await shop.ticketAbout(`Recipients ${_what}`);
    const answer = await shop.olena.call('tickets/reply', {
      ticket_id: ticket.id,
      client_id: randomUUID(),
      body_html: '<p>x</p>',
      to: [{ address: 'ann@far.test' }],
      ...reply,
    });
    expect(answer.status, answer.text).toBe(422);
    expect(await shop.messagesOf(ticket.id)).toHaveLength(1);
  });

  test.each([
    { from_name: `Shop${break_}` },
    { additional_headers: ['Bcc: victim@far.test'] },
    { additional_headers: ['From: boss@lumenoak.test'] },
    { additional_headers: ['Return-Path: <victim@far.test>'] },
    { additional_headers: [`X-Fine: yes${break_}`] },
    { additional_headers: ['X-Fine: a\tb\u0001'] },
    { additional_headers: ['Content-Type: text/html'] },
    { from_email: `a@b.test${break_}` },
  ])('a mailbox with %j is not saved', async (data) => {
    const answer = await shop.olena.post('mailboxes/update', {
      data,
      filter: { conditions: [['id', '=', shop.mailboxId]] },
    });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.errors[0]?.field).toContain(Object.keys(data)[0]);
  });

  test('headers that a mailbox may add are added; blind recipients are in the envelope alone', async () => {
    const { smtp, ticket } = await aDesk(
      {},
      { settings: { additional_headers: ['X-Desk: furniture', 'X-Mood: calm'] } },
    );
    const { messageId } = await shop.hands(ticket.id, three);
    await settled(messageId, (row) => row.state === 'sent');
    const [mail] = smtp.taken;
    expect(mail?.to).toEqual(['ann@far.test', 'bob@far.test', 'cut@far.test']);
    expect(mail?.raw).toContain('X-Desk: furniture');
    expect(mail?.raw).not.toMatch(/^bcc:/im);
    expect(mail?.raw).not.toContain('cut@far.test');
    expect((await shop.messagesOf(ticket.id)).find((one) => one.id === messageId)?.bcc).toEqual([
      { name: '', address: 'cut@far.test' },
    ]);
  });
});

test('A32 a mail server that leads inside is refused when sending, and the letter says so', async () => {
  const { ticket, mailboxId } = await aDesk({});
  await shop.olena.post('mailboxes/update', {
    data: { smtp_host: '169.254.169.254', smtp_port: 25, smtp_password: 'secret' },
    filter: { conditions: [['id', '=', mailboxId]] },
  });
  const { messageId } = await shop.hands(ticket.id);
  expect(await settled(messageId, (row) => row.attempts === 1)).toMatchObject({
    state: 'queued',
    error_key: 'address_refused',
  });
});

const unfolded = (mail: TakenMail | undefined) =>
  (mail?.raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');
const headerNames = (mail: TakenMail | undefined) =>
  unfolded(mail)
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .sort();
const idsOf = (mails: TakenMail[]) =>
  mails.map((mail) =>
    unfolded(mail)
      .find((line) => /^message-id:/i.test(line))
      ?.slice(12),
  );

const aReport = (about: string) =>
  [
    'From: MAILER-DAEMON@mx.rig.test',
    'Subject: Undelivered',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=cut',
    '',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.rig.test',
    '',
    'Final-Recipient: rfc822; hanna@lindqvist.test',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 unknown',
    '',
    '--cut',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${about}`,
    '',
    '--cut--',
    '',
  ].join('\r\n');

test('an answer goes where its writer wants it; a contact form speaks for whom it names, and proves nothing', async () => {
  const asked = await shop.ticketAbout('Answers elsewhere', {
    from: 'Petro <petro@chairs.test>',
    headers: { 'Reply-To': 'Petro at work <petro@work.test>, support@lumenoak.test' },
  });
  const defaults = async (ticketId: number) =>
    (await shop.olena.call('tickets/reply-defaults', { ticket_id: ticketId })).body.data;
  expect(await defaults(asked.id)).toMatchObject({
    to: [{ name: 'Petro at work', address: 'petro@work.test' }],
    cc: [],
  });
  const form = await shop.ticketAbout('From the form', {
    from: 'Lumen & Oak <no-reply@forms.test>',
    headers: { 'Reply-To': 'Ivha <ivha@lamps.test>' },
  });
  expect(await defaults(form.id)).toMatchObject({ to: [{ name: 'Ivha', address: 'ivha@lamps.test' }] });
  const { body } = await shop.olena.post('customers/get', {
    filter: { conditions: [['email', '=', 'ivha@lamps.test']] },
  });
  expect(body.data.customers).toMatchObject([{ id: form.customer_id }]);
  expect(await shop.messagesOf(form.id)).toMatchObject([
    { author: { kind: 'customer', id: form.customer_id }, from: { address: 'no-reply@forms.test' }, is_verified: null },
  ]);
});
