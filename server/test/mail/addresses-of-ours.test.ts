import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMessageId } from '#domain/mailboxes/index.ts';
import { sql } from '#platform/sql.ts';
import { aMailbox, rowId } from '../api/people.ts';
import { byId, rows } from '../api/rows-of.ts';
import { aShopThatReads, type ShopThatReads, support } from './a-shop-that-reads.ts';

let shop: ShopThatReads;
beforeAll(async () => {
  shop = await aShopThatReads();
});
afterAll(() => shop?.close());

const suggested = async (ticketId: number) => {
  const { body } = await shop.olena.call('tickets/reply-defaults', { ticket_id: ticketId });
  const { from, to, cc } = body.data;
  const addresses = (list: { address: string }[]) => list.map((one) => one.address);
  return { from: from.address, to: addresses(to), cc: addresses(cc) };
};

test('an address of ours that carries a token is no recipient, and shown to nobody', async () => {
  const { ticket_id: ticketId } = await shop.arrives({ to: `${support}, ira@lindqvist.test` });
  await shop.arrives({ to: `${shop.replyAddress(ticketId ?? 0)}, ira@lindqvist.test` });
  expect(await suggested(ticketId ?? 0)).toEqual({
    ...{ from: support, to: ['hanna@lindqvist.test'], cc: ['ira@lindqvist.test'] },
  });
});

test('who wrote to an alias with a token is answered from the alias', async () => {
  const aliases = [{ address: 'sales@shop.test', name: '', send_as: 1 }];
  rows(await shop.olena.post('mailboxes/update', { data: { aliases }, ...byId(shop.shop.mailboxId) }), 'mailboxes');
  await shop.change(sql`update mailbox_aliases set accepted_at = now()`);
  const { ticket_id: ticketId } = await shop.arrives({ to: 'Sales <sales+token@shop.test>' });
  expect(await suggested(ticketId ?? 0)).toEqual({ from: 'sales@shop.test', to: ['hanna@lindqvist.test'], cc: [] });
});

test('what a group of ours passes on is of whoever wrote it, and of nobody where a program did or the list is another', async () => {
  const aliases = [{ address: 'team@shop.test', name: '', send_as: 0 }];
  rows(await shop.olena.post('mailboxes/update', { data: { aliases }, ...byId(shop.shop.mailboxId) }), 'mailboxes');
  const group = [
    'List-ID: <team.shop.test>',
    'Precedence: list',
    'List-Unsubscribe: <mailto:team+unsubscribe@shop.test>',
  ];
  const to = 'team@shop.test';
  expect(await shop.arrives({ to, headers: group })).toMatchObject({ outcome: 'new_ticket' });
  const automatic = { outcome: 'automatic', ticket_id: null };
  expect(await shop.arrives({ to, headers: [...group, 'Auto-Submitted: auto-replied'] })).toMatchObject(automatic);
  expect(await shop.arrives({ to, headers: ['List-ID: News <team.lamps.test>'] })).toMatchObject(automatic);
  expect(await shop.arrives({ to, headers: ['List-Unsubscribe: <mailto:off@lamps.test>'] })).toMatchObject(automatic);

  // The same letter, sent to the mailbox as well, is one; and what names a ticket is offered to be merged with it.
  const letter = { to: `${support}, ${to}`, subject: 'Twice', text: 'It wobbles.' };
  const named = 'Message-ID: <twice@lindqvist.test>';
  const { ticket_id: ticketId } = await shop.arrives({ ...letter, headers: [named] });
  const again = await shop.arrives({ ...letter, headers: [named, ...group] });
  expect(again).toMatchObject({ outcome: 'appended', reason_key: 'same_letter', ticket_id: ticketId });
  const answer = { to, subject: 'Re: [LO-1] A table', headers: group };
  const answered = await shop.arrives(answer);
  expect(answered).toMatchObject({ outcome: 'new_ticket' });
  expect(
    await shop.ask(
      sql`select o.number from tickets t join tickets o on o.id = t.looks_like_id where t.id = ${answered.ticket_id}`,
    ),
  ).toEqual([{ number: 1 }]);

  // Whose domain lets nobody else write in its name is named as who is to be answered.
  const rewritten = {
    from: '"Anna via Team" <team@shop.test>',
    to,
    headers: [...group, 'Reply-To: Anna <anna@strict.test>'],
  };
  expect(await shop.arrives(rewritten)).toMatchObject({ outcome: 'new_ticket', from_address: 'anna@strict.test' });
});

test('one letter to two aliases of a mailbox, which comes in by each of them, is one letter', async () => {
  const aliases = ['sales', 'team'].map((name) => ({ address: `${name}@shop.test`, name: '', send_as: 0 }));
  rows(await shop.olena.post('mailboxes/update', { data: { aliases }, ...byId(shop.shop.mailboxId) }), 'mailboxes');
  const letter = { to: 'sales@shop.test, team@shop.test', subject: 'To both', text: 'It creaks.' };
  const by = (alias: string) => ['Message-ID: <both@lindqvist.test>', `Delivered-To: ${alias}@shop.test`];
  const { ticket_id: ticketId } = await shop.arrives({ ...letter, headers: by('sales') });
  const again = await shop.arrives({ ...letter, headers: by('team') });
  expect(again).toMatchObject({ outcome: 'appended', reason_key: 'same_letter', ticket_id: ticketId });
  // Who means it to be read all the same has it read.
  const [mail] = await shop.ask<{ id: number }>(sql`select max(id) as id from inbound_mails`);
  const read = await shop.olena.call('inbound-mails/process-again', { id: mail?.id });
  expect(read.body.data).toMatchObject({ outcome: 'new_ticket' });
  const other = await shop.arrives({ ...letter, text: 'It creaks still.', headers: by('team') });
  expect(other).toMatchObject({ outcome: 'new_ticket' });
});

test('a letter whose files come out of its mail differently when it is read again leaves none of the old ones on disk', async () => {
  const headers = ['Content-Type: application/pdf; name=scan.pdf'];
  const { message_id: id } = await shop.arrives({ from: 'scanner@lindqvist.test', headers, body: '%PDF-1.4 a page' });
  const older = `company-${shop.shop.companyId}/as-read-before`;
  await shop.change(sql`update attachments set file_key = ${older} where message_id = ${id}`);
  const [mail] = await shop.ask<{ id: number }>(sql`select id from inbound_mails where message_id = ${id}`);
  expect((await shop.olena.call('inbound-mails/process-again', { id: mail?.id })).status).toBe(200);
  expect(await shop.ask(sql`select name from attachments where message_id = ${id} and file_key <> ${older}`)).toEqual([
    { name: 'scan.pdf' },
  ]);
  expect(await shop.ask(sql`select file_key from doomed_bytes where file_key = ${older}`)).toHaveLength(1);
});

test('the same Message-ID with other files is another letter', async () => {
  const scan = (page: string, ...more: string[]) => ({
    ...{ from: 'scanner@lindqvist.test', subject: 'Scan' },
    headers: ['Message-ID: <1@scanner.test>', 'Content-Type: application/pdf; name=scan.pdf', ...more],
    body: `%PDF-1.4 ${page}`,
  });
  const { ticket_id: ticketId } = await shop.arrives(scan('first'));
  expect(await shop.arrives(scan('second'))).toMatchObject({ outcome: 'new_ticket' });
  const again = await shop.arrives(scan('first', 'Delivered-To: sales@shop.test'));
  expect(again).toMatchObject({ reason_key: 'same_letter', ticket_id: ticketId });
});

test('a copy that is no spam is taken in also where the other one was put aside', async () => {
  const copy = (alias: string, ...more: string[]) => ({
    ...{ subject: 'To both', text: 'It rattles.' },
    headers: ['Message-ID: <aside@lindqvist.test>', `Delivered-To: ${alias}@shop.test`, ...more],
  });
  const { ticket_id: aside, outcome } = await shop.arrives(copy('info', 'X-Spam-Flag: YES'));
  expect(outcome).toBe('spam');
  const same = await shop.arrives(copy('sales', 'X-Spam-Flag: YES'));
  expect(same).toMatchObject({ reason_key: 'same_letter', ticket_id: aside });
  const { ticket_id: ticketId, ...taken } = await shop.arrives(copy('sales'));
  expect(taken).toMatchObject({ outcome: 'new_ticket' });
  expect(await shop.arrives(copy('team'))).toMatchObject({ reason_key: 'same_letter', ticket_id: ticketId });
});

test('a case number of ours is found behind one of the customer’s own', async () => {
  const { ticket_id: ticketId } = await shop.arrives({ from: 'max@lamps.test', subject: 'Lamp' });
  const [{ number } = { number: 0 }] = await shop.ask<{ number: number }>(
    sql`select number from tickets where id = ${ticketId}`,
  );
  const asked = await shop.arrives({ from: 'max@lamps.test', subject: `Re: [IT-55] Lamp [LO-${number}]` });
  const [opened] = await shop.ask(sql`select looks_like_id from tickets where id = ${asked.ticket_id}`);
  expect(opened).toEqual({ looks_like_id: ticketId });
});

describe('a mailbox that is disabled', () => {
  test('is ours no more: who writes from it, from its alias or its account is somebody', async () => {
    const { companyId, productId } = shop.shop;
    const old = {
      ...{ company_id: companyId, product_id: productId, from_email: 'carrier@old.test' },
      ...{ imap_username: 'login@old.test', aliases: [{ address: 'alias@old.test', name: '', send_as: 0 }] },
    };
    const id = rowId(await shop.olena.post('mailboxes-new/create', { data: [aMailbox(old)] }), 'mailboxes');
    const all = ['carrier@old.test', 'login@old.test', 'alias@old.test'];
    for (const from of all) expect(await shop.arrives({ from })).toMatchObject({ outcome: 'own' });
    rows(await shop.olena.post('mailboxes/delete', byId(id)), 'mailboxes');
    for (const from of all) expect(await shop.arrives({ from })).toMatchObject({ outcome: 'new_ticket' });
    const { ticket_id: ticketId } = await shop.arrives({ to: `${support}, carrier@old.test` });
    expect(await suggested(ticketId ?? 0)).toMatchObject({ cc: ['carrier@old.test'] });
  });
});

describe('a form that writes as the mailbox itself', () => {
  const form = { from: `The shop <${support}>`, headers: ['Reply-To: Marta <marta@lamps.test>'] };
  const own = { outcome: 'own', reason_key: 'own_address', ticket_id: null };

  test('is from whom it names, whom nobody proved', async () => {
    const { ticket_id: id, ...entry } = await shop.arrives(form);
    expect(entry).toMatchObject({ outcome: 'new_ticket', from_address: 'marta@lamps.test' });
    expect(await suggested(id ?? 0)).toMatchObject({ to: ['marta@lamps.test'], cc: [] });
    const messages = await shop.ask(sql`select author_name, is_verified from messages where ticket_id = ${id}`);
    expect(messages).toEqual([{ author_name: 'Marta', is_verified: null }]);
  });

  test('A36 letters of ours that come back, and what programs write as us, stay ours', async () => {
    const { ticket_id: id } = await shop.arrives({});
    const ours = makeMessageId(shop.at.secrets, {
      companyId: shop.shop.companyId,
      ticketId: id ?? 0,
      address: support,
    });
    const { headers } = form;
    for (const more of [
      { headers: [] },
      { headers: [`Reply-To: ${shop.replyAddress(id ?? 0)}`] },
      { headers: [`Reply-To: marta@lamps.test, ${support}`] },
      { headers: [...headers, `Message-ID: ${ours}`] },
      { headers: [...headers, 'In-Reply-To: <asked@lamps.test>'] },
      { headers: [...headers, 'Auto-Submitted: auto-generated'] },
    ])
      expect(await shop.arrives({ ...form, ...more }), more.headers.join(', ')).toMatchObject(own);
  });

  test('is of whoever filled it in also where a person takes it for one, or puts it into a ticket', async () => {
    const headers = [...form.headers, 'Auto-Submitted: auto-generated'];
    const { ticket_id: other } = await shop.arrives({ from: 'max@lamps.test' });
    const [{ number } = { number: 0 }] = await shop.ask<{ number: number }>(
      sql`select number from tickets where id = ${other}`,
    );
    for (const [call, more] of [
      ['inbound-mails/process-again', {}],
      ['inbound-mails/move-to-ticket', { number }],
    ] as const) {
      expect(await shop.arrives({ ...form, headers })).toMatchObject({ outcome: 'own' });
      const [mail] = await shop.ask<{ id: number }>(sql`select max(id) as id from inbound_mails`);
      expect((await shop.olena.call(call, { id: mail?.id, ...more })).status, call).toBe(200);
      expect(
        await shop.ask(
          sql`select i.from_address, m.author_name from inbound_mails i join messages m on m.id = i.message_id where i.id = ${mail?.id}`,
        ),
        call,
      ).toEqual([{ from_address: 'marta@lamps.test', author_name: 'Marta' }]);
    }
  });
});

describe('what a contact form sends', () => {
  const form = { from: 'The shop <no-reply@forms.test>', headers: ['Reply-To: Ivha <ivha@lamps.test>'] };

  test('is answered automatically where it says, once for each who wrote', async () => {
    const texts = { en: { subject: 'We have it', html: '<p>Thanks</p>' } };
    const data = { auto_reply: 1, auto_reply_when: 'always', auto_reply_texts: texts };
    const changed = await shop.olena.post('products/update', { data, ...byId(shop.shop.productId) });
    rows(changed, 'products');
    const sentTo = async (ticketId: number | null) =>
      (
        await shop.ask<{ address: string }>(
          sql`select r->>'address' as address from messages m, jsonb_array_elements(m.to_list) r where m.ticket_id = ${ticketId} and m.kind = 'outbound'
              union all select r->>'address' from deliveries d, jsonb_array_elements(d.recipients) r where d.ticket_id = ${ticketId}`,
        )
      ).map((one) => one.address);
    const first = await shop.arrives(form);
    expect(await sentTo(first.ticket_id)).toEqual(['ivha@lamps.test', 'ivha@lamps.test']);
    const other = await shop.arrives({ ...form, headers: ['Reply-To: max@lamps.test'] });
    expect(await sentTo(other.ticket_id)).toEqual(['max@lamps.test', 'max@lamps.test']);
    expect(await sentTo((await shop.arrives({ ...form, subject: 'Again' })).ticket_id)).toEqual([]);
  });

  test('is theirs also where somebody moves it to a ticket', async () => {
    const { ticket_id: ticketId } = await shop.arrives({ from: 'ivha@lamps.test' });
    const away = { ...form, headers: ['Reply-To: Zoya <zoya@lamps.test>', 'Auto-Submitted: auto-generated'] };
    const kept = await shop.arrives(away);
    expect(kept).toMatchObject({ outcome: 'automatic', message_id: null });
    const [entry] = await shop.ask<{ id: number; number: number }>(
      sql`select i.id, t.number from inbound_mails i, tickets t where t.id = ${ticketId} order by i.id desc limit 1`,
    );
    const moved = await shop.olena.call('inbound-mails/move-to-ticket', { id: entry?.id, number: entry?.number });
    expect(moved.status, moved.text).toBe(200);
    const [message] = await shop.ask(
      sql`select i.value from messages m join customer_identities i on i.customer_id = m.author_id where m.ticket_id = ${ticketId} order by m.id desc limit 1`,
    );
    expect(message).toEqual({ value: 'zoya@lamps.test' });
  });
});
