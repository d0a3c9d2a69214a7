import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aShopWithMail, type Shop } from './shop-with-mail.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShopWithMail();
});
afterAll(() => shop?.close());

test('a letter becomes a ticket, Olena answers, Hanna gets the answer and writes again', async () => {
  await shop.writes({ subject: 'Table arrived with a cracked leg', text: 'One leg has a crack along the grain.' });
  const ticket = await waitUntil(async () => (await shop.tickets())[0], { what: 'the ticket' });
  expect(ticket).toMatchObject({
    case_number: 'LO-1',
    title: 'Table arrived with a cracked leg',
    view_type: '',
    channel: 'mail',
    mailbox_id: shop.mailboxId,
    is_unread: 1,
    customer: { first_name: 'Hanna', last_name: 'Lindqvist', email: 'hanna@lindqvist.test' },
    messages: { direction: 1 },
    product: { abbreviation: 'SHP' },
    message: 'One leg has a crack along the grain.',
  });

  const defaults = await shop.olena.call('tickets/reply-defaults', { ticket_id: ticket.id });
  expect(defaults.body.data).toMatchObject({
    to: [{ address: 'hanna@lindqvist.test' }],
    cc: [],
    from: { address: shop.address },
    can_reply: true,
    is_chat: false,
  });
  await shop.servers.addMailbox('workshop@lumenoak.test', 'workshops-password');
  const file = await shop.olena.upload('tracking №7.txt', new TextEncoder().encode('20450 8831 2207'), 'text/plain');
  const reply = {
    ticket_id: ticket.id,
    client_id: randomUUID(),
    body_html: '<p>A <strong>new leg</strong> leaves tomorrow.</p><script>alert(1)</script>',
    to: [{ name: 'Hanna Lindqvist', address: 'hanna@lindqvist.test' }],
    cc: [{ address: 'workshop@lumenoak.test' }],
    attachments: [file.body.data.files[0].id],
  };
  const answered = await shop.olena.call('tickets/reply', reply);
  expect(answered.status, answered.text).toBe(200);
  const again = await shop.olena.call('tickets/reply', reply);
  expect(again.body.data.message_id).toBe(answered.body.data.message_id);

  const letter = await shop.servers.waitForMail('hanna@lindqvist.test');
  expect(letter.text).toContain('Subject: Re: Table arrived with a cracked leg [LO-1]');
  expect(letter.text).toContain('<strong>new leg</strong>');
  expect(letter.text).not.toContain('alert(1)');
  expect(letter.text).toMatch(/filename\*=utf-8''tracking%20%E2%84%967\.txt|filename\*0\*/i);
  await shop.servers.waitForMail('workshop@lumenoak.test');
  const copy = await shop.servers.waitForMail(shop.address, undefined, { folder: 'Sent' });
  const idOf = (text: string) => /^Message-ID: (<[^>]+>)/im.exec(text.replace(/\r\n\s+/g, ' '))?.[1];
  expect(idOf(copy.text)).toBe(idOf(letter.text));
  const sent = await waitUntil(
    async () => (await shop.messagesOf(ticket.id)).find((one) => one.delivery?.state === 'sent'),
    { what: 'the tick' },
  );
  expect(sent).toMatchObject({
    direction: 2,
    kind: 'outbound',
    cc: [{ address: 'workshop@lumenoak.test' }],
    attachments: [{ name: 'tracking №7.txt', size: 15 }],
  });
  expect((await shop.tickets())[0]).toMatchObject({
    view_type: 'answered',
    waiting_since: null,
    messages: { direction: 2 },
  });

  // Her mail program threads by the reference to our letter.
  await shop.olena.call('tickets/resolve', { ids: [ticket.id] });
  await shop.writes({
    subject: 'Re: Table arrived with a cracked leg [LO-1]',
    text: 'Friday works, thank you.',
    headers: { 'In-Reply-To': idOf(letter.text) ?? '', References: idOf(letter.text) ?? '' },
  });
  const reopened = await waitUntil(
    async () => (await shop.tickets()).find((one) => one.id === ticket.id && one.view_type === ''),
    { what: 'the ticket to reopen' },
  );
  expect(reopened).toMatchObject({ message: 'Friday works, thank you.', is_unread: 1, messages: { direction: 1 } });
  expect((await shop.messagesOf(ticket.id)).map((one) => one.kind)).toEqual([
    'inbound',
    'outbound',
    'event',
    'inbound',
    'event',
  ]);
  expect((await shop.mailLog()).filter((one) => one.folder === 'INBOX').map((one) => one.outcome)).toEqual([
    'appended',
    'new_ticket',
  ]);
});
