import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aShopThatReads, minutesAgo, type ShopThatReads, support } from './a-shop-that-reads.ts';

/** Olena answers in her own mail program, and the Sent box is looked into later. */
let shop: ShopThatReads;
beforeAll(async () => {
  shop = await aShopThatReads();
});
afterAll(() => shop?.close());

let letters = 0;
/** What Hanna wrote. */
async function aLetter(minutes: number, headers: string[] = []) {
  const id = `hanna-${++letters}@x.test`;
  const receivedAt = minutesAgo(minutes);
  const mail = await shop.arrives({
    receivedAt,
    subject: `Table ${letters}`,
    headers: [`Message-ID: <${id}>`, ...headers],
  });
  return { id, ticketId: mail.ticket_id ?? 0 };
}
const answer = (to: string, minutes: number, headers: string[] = [], more: { body?: string } = {}) =>
  shop.arrives({
    ...{ from: `Olena <${support}>`, to: 'hanna@lindqvist.test', folder: 'sent', receivedAt: minutesAgo(minutes) },
    ...{ headers: [`In-Reply-To: <${to}>`, ...headers], ...more },
  });
async function ticketOf(id: number) {
  const [row] = await shop.ask<Record<string, unknown>>(
    sql`select view_type, waiting_since is not null as waits, last_direction, last_line, message_count, has_attachments from tickets where id = ${id}`,
  );
  return row;
}

describe('an answer that is found in the Sent box', () => {
  test('answers its ticket', async () => {
    const { id, ticketId } = await aLetter(30);
    expect(await answer(id, 20)).toMatchObject({ outcome: 'own', reason_key: 'own_joined', ticket_id: ticketId });
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: 'answered', waits: false, last_direction: 2 });
  });

  test('hides nobody who has written since', async () => {
    const { id, ticketId } = await aLetter(30);
    await shop.arrives({ to: shop.replyAddress(ticketId), text: 'And one more thing', receivedAt: minutesAgo(10) });
    expect(await answer(id, 20)).toMatchObject({ reason_key: 'own_joined', ticket_id: ticketId });
    const still = { view_type: '', waits: true, last_direction: 1, last_line: 'And one more thing', message_count: 3 };
    expect(await ticketOf(ticketId)).toMatchObject(still);
    await answer(id, 5);
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: 'answered', waits: false, message_count: 4 });
  });

  test('leaves alone what was resolved or put off after it was sent', async () => {
    const { id, ticketId } = await aLetter(30);
    await shop.olena.call('tickets/resolve', { ids: [ticketId] });
    await answer(id, 20);
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: 'resolved', last_direction: 2 });

    const later = await aLetter(30);
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const snooze = await shop.olena.call('tickets/snooze', {
      ids: [later.ticketId],
      until,
      reason: 'Wood',
      wake_on_reply: 1,
    });
    expect(snooze.status, snooze.text).toBe(200);
    await answer(later.id, 20);
    expect(await ticketOf(later.ticketId)).toMatchObject({ view_type: 'snoozed', waits: false, last_direction: 2 });
  });

  test('answers nothing where a program wrote it', async () => {
    const { id, ticketId } = await aLetter(30);
    await answer(id, 20, ['Auto-Submitted: auto-replied']);
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: '', waits: true, last_direction: 1, message_count: 2 });
  });

  test('looks as it was written, and has no clip for a picture in its signature', async () => {
    const { id, ticketId } = await aLetter(30);
    const picture = [
      'Content-Type: image/png',
      'Content-ID: <logo@x>',
      'Content-Disposition: inline',
      'Content-Transfer-Encoding: base64',
    ];
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const html =
      '<p>It is <b>oak</b>.</p><img src="cid:logo@x"><blockquote type="cite"><p>Which <i>wood</i>?</p></blockquote>';
    const body = [...['--x', 'Content-Type: text/html', '', html], ...['--x', ...picture, '', png, '--x--']].join(
      '\r\n',
    );
    const type = 'Content-Type: multipart/related; boundary=x';
    const { message_id } = await answer(id, 20, ['MIME-Version: 1.0', type], { body });
    const [letter] = await shop.ask(sql`select body_html, quoted_html from messages where id = ${message_id}`);
    expect(letter).toMatchObject({
      body_html: expect.stringContaining('<b>oak</b>'),
      quoted_html: expect.stringContaining('<i>wood</i>'),
    });
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: 'answered', has_attachments: 0 });
  });
});

describe('a letter that somebody passes on from another mail program', () => {
  const passedOn = (to: string, id: string, headers: string[] = [], from = `Olena <${support}>`) =>
    shop.arrives({ from, to, folder: 'sent', headers: [`In-Reply-To: <${id}>`, `References: <${id}>`, ...headers] });
  const messageOf = async (id: number | null) =>
    (await shop.ask(sql`select kind, bcc_list, mail_references from messages where id = ${id}`))[0];

  test('answers nobody: the customer waits as before, and is who the next reply goes to', async () => {
    const { id, ticketId } = await aLetter(30);
    const waits = await ticketOf(ticketId);
    const sent = await passedOn('supplier@wood.test', id, ['Message-ID: <on@wood.test>']);
    expect(sent).toMatchObject({ outcome: 'own', reason_key: 'own_joined', ticket_id: ticketId });
    expect(await messageOf(sent.message_id)).toMatchObject({ kind: 'forward', mail_references: [] });
    expect(await ticketOf(ticketId)).toEqual(waits);
    const { body } = await shop.olena.call('tickets/reply-defaults', { ticket_id: ticketId });
    expect(body.data.to).toMatchObject([{ address: 'hanna@lindqvist.test' }]);
    const sides = await shop.olena.call('side-conversations/list', { ticket_id: ticketId });
    expect(sides.body.data.conversations).toMatchObject([
      { partners: [{ address: 'supplier@wood.test' }], from_address: support, messages: 1 },
    ]);

    // What the same people get next is no second conversation, and an answer to the customer is one.
    const again = await passedOn('supplier@wood.test', id);
    expect(await messageOf(again.message_id)).toMatchObject({ kind: 'side_outbound' });
    await answer(id, 5);
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: 'answered', message_count: 2 });
  });

  test('answers where somebody of the thread gets it as well', async () => {
    const { id, ticketId } = await aLetter(30, ['Cc: ira@lindqvist.test', 'Reply-To: desk@lindqvist.test']);
    for (const [at, to] of ['ira@lindqvist.test', 'desk@lindqvist.test'].entries()) {
      const sent = await passedOn(`new@lindqvist.test, ${to}`, id);
      expect(await messageOf(sent.message_id), to).toMatchObject({ kind: 'outbound' });
      expect(await ticketOf(ticketId), to).toMatchObject({ view_type: 'answered', message_count: 2 + at });
    }
    const hidden = await passedOn('new@lindqvist.test', id, ['Bcc: Hanna@lindqvist.test']);
    const bcc_list = [{ name: '', address: 'Hanna@lindqvist.test' }];
    expect(await messageOf(hidden.message_id)).toMatchObject({ kind: 'outbound', bcc_list });
    const beside = await passedOn('supplier@wood.test', id, ['Bcc: boss@shop.test']);
    expect(await messageOf(beside.message_id)).toMatchObject({ bcc_list: [{ address: 'boss@shop.test' }] });
  });

  test('to a colleague is no letter of the ticket', async () => {
    const { id, ticketId } = await aLetter(30);
    expect(await passedOn(support, id)).toMatchObject({ reason_key: 'own_unrelated', message_id: null });
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: '', waits: true, message_count: 1 });
  });
});

describe('a letter in the Sent box that somebody puts into a ticket', () => {
  async function move(subject: string, ticketId: number) {
    const [row] = await shop.ask<{ id: number; number: number }>(
      sql`select m.id, t.number from inbound_mails m, tickets t where m.subject = ${subject} and t.id = ${ticketId}`,
    );
    return shop.olena.call('inbound-mails/move-to-ticket', row ?? {});
  }
  const kept = {
    from: `Olena <${support}>`,
    to: 'hanna@lindqvist.test',
    folder: 'sent',
    receivedAt: minutesAgo(20),
  } as const;

  test('is ours: it answers the ticket, and the next reply goes to the customer', async () => {
    const { ticketId } = await aLetter(30);
    const mail = { ...kept, subject: 'Written anew', headers: ['Bcc: boss@shop.test'] };
    expect(await shop.arrives(mail)).toMatchObject({ outcome: 'own', reason_key: 'own_unrelated' });
    expect((await move('Written anew', ticketId)).text).toContain(String(ticketId));
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: 'answered', waits: false, message_count: 2 });
    const [letter] = await shop.ask(
      sql`select m.kind, m.bcc_list, i.outcome from messages m join inbound_mails i on i.id = m.inbound_mail_id where i.subject = 'Written anew'`,
    );
    expect(letter).toMatchObject({ kind: 'outbound', bcc_list: [{ address: 'boss@shop.test' }], outcome: 'own' });
    expect(await shop.ask(sql`select from customer_identities where value = ${support}`)).toEqual([]);
    const { body } = await shop.olena.call('tickets/reply-defaults', { ticket_id: ticketId });
    expect(body.data.to).toMatchObject([{ address: 'hanna@lindqvist.test' }]);

    const other = await aLetter(30);
    expect((await move('Written anew', other.ticketId)).status).toBe(200);
    const [entry] = await shop.ask(sql`select outcome, ticket_id from inbound_mails where subject = 'Written anew'`);
    expect(entry).toEqual({ outcome: 'own', ticket_id: other.ticketId });
    // It was no answer here after all, and is one there.
    expect(await ticketOf(ticketId)).toMatchObject({ view_type: '', waits: true, message_count: 1 });
    expect(await ticketOf(other.ticketId)).toMatchObject({ view_type: 'answered', waits: false, message_count: 2 });
    const resolved = await aLetter(30);
    await shop.olena.call('tickets/resolve', { ids: [resolved.ticketId] });
    expect((await move('Written anew', resolved.ticketId)).status).toBe(200);
    expect(await ticketOf(resolved.ticketId)).toMatchObject({ view_type: 'resolved', message_count: 2 });
    expect(await ticketOf(other.ticketId)).toMatchObject({ view_type: '', waits: true });
  });

  test('is not put there beside the letter that it is a copy of', async () => {
    const { id, ticketId } = await aLetter(30);
    await answer(id, 20, ['Message-ID: <sent@shop.test>']);
    await shop.arrives({ ...kept, subject: 'The copy', headers: ['Message-ID: <sent@shop.test>'] });
    const refused = await move('The copy', (await aLetter(30)).ticketId);
    expect(refused.body.errors).toMatchObject([{ key: 'not_in_this_state' }]);
    expect(await ticketOf(ticketId)).toMatchObject({ message_count: 2 });
  });
});
