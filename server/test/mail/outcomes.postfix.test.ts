import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { inAMailClient } from './in-a-mail-client.ts';
import { aMailboxOf } from './second-company.ts';
import { aShopWithMail, type Shop } from './shop-with-mail.ts';
import { sorted } from './sorted.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShopWithMail();
});
afterAll(() => shop?.close());

const aLetter = (subject: string, headers = '', body = 'Hello') =>
  `From: Hanna <hanna@lindqvist.test>\r\nTo: ${shop.address}\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replace(/\W/g, '')}@lindqvist.test>\r\n${headers}\r\n${body}\r\n`;
const arrives = (raw: string | Buffer, address = shop.address) => shop.servers.deliver(address, raw);

test('F18 too large, broken and hostile mail ends in the log, and the letter behind it is a ticket', async () => {
  const nested = Array.from(
    { length: 1000 },
    (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
  );
  const pictures = 'x'.repeat(76).concat('\r\n').repeat(800_000);
  await arrives(
    aLetter(
      'Sixty megabytes',
      'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n',
      `--b\r\n\r\nSee the crack.\r\n--b\r\nContent-Disposition: attachment; filename=crack.png\r\n\r\n${pictures}--b--`,
    ),
  );
  await arrives(Buffer.from(aLetter('NUL bytes', 'X-Nul: a\0b\r\n', 'be\0fore')));
  await arrives(
    aLetter(
      'Lone surrogates =?utf-8?B?7aCA?=',
      'Content-Type: text/plain; charset=utf-16le\r\nContent-Transfer-Encoding: base64\r\n',
      '2N8A2A==',
    ),
  );
  await arrives(
    aLetter(
      'A thousand levels',
      'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b0\r\n',
      nested.join(''),
    ),
  );
  await arrives(Buffer.concat([Buffer.from('Subject: Nonsense\r\n'), Buffer.alloc(200_000, 0xff)]));
  await arrives(aLetter('A hundred thousand headers', 'X-A: b\r\n'.repeat(100_000)));
  await arrives(aLetter('The one behind'));

  expect(await shop.outcomeOf('The one behind')).toMatchObject({ outcome: 'new_ticket' });
  // What a slow machine did not read in time is tried again, and comes to its end after those behind it.
  const log = await waitUntil(
    async () => {
      const found = await shop.mailLog();
      return found.length === 7 && found.every((one) => one.outcome !== 'waiting') && found;
    },
    { timeoutMs: 60_000, what: 'all seven to have their outcome' },
  );
  const large = log.find((one) => one.size > 60_000_000);
  // Its customer is heard, and the letter says what is missing of it.
  expect(large).toMatchObject({
    outcome: 'new_ticket',
    reason_key: 'too_large',
    subject: 'Sixty megabytes',
    has_raw: 1,
  });
  expect(large?.reason).toMatch(/\d+ bytes/);
  const again = await shop.olena.call('inbound-mails/process-again', { id: large?.id });
  expect(again.body.data).toEqual({ outcome: 'new_ticket', ticket_id: large?.ticket_id });
  expect(await shop.messagesOf(Number(large?.ticket_id))).toMatchObject([
    { body_text: 'See the crack.', attachments: [], event: { key: 'too_large', values: { bytes: large?.size } } },
  ]);
  expect(log.find((one) => one.reason_key === 'no_sender')).toMatchObject({ outcome: 'kept', subject: 'Nonsense' });
  for (const subject of ['NUL bytes', 'A thousand levels', 'A hundred thousand headers'])
    expect(
      log.find((one) => one.subject === subject),
      subject,
    ).toMatchObject({ outcome: 'new_ticket' });
  expect(log.filter((one) => one.outcome === 'new_ticket').map((one) => one.ticket_id)).toHaveLength(6);
}, 120_000);

test('the raw source is what the mailbox holds, byte for byte', async () => {
  const tail = Buffer.from([0, 0xff, 0xfe, 13, 10, 46, 13, 10, 10, 9, 0x80, 13, 10]);
  await arrives(Buffer.concat([Buffer.from(aLetter('Every byte')), tail]));
  const log = await shop.outcomeOf('Every byte');
  const held = await shop.servers.waitForMail(shop.address, ({ text }) => text.includes('Subject: Every byte'));
  const response = await fetch(`${shop.olena.url}/v1/api/inbound-mails/${log.id}/source`, {
    headers: { cookie: shop.olena.cookie },
  });
  const source = Buffer.from(await response.arrayBuffer());
  expect(source.equals(held.raw)).toBe(true);
  const [row] = await shop.at.db.read<{ sha256: Buffer; size: number }>(
    'system',
    sql`select sha256, size from inbound_mails where id = ${log.id}`,
  );
  expect(row?.sha256.toString('hex')).toBe(createHash('sha256').update(held.raw).digest('hex'));
  expect(row?.size).toBe(held.raw.length);
});

test.each([
  ['X-Spam-Flag: YES\r\n', 'X-Spam-Flag'],
  ['X-Spam-Status: Yes, score=11.2 required=5.0\r\n', 'X-Spam-Status'],
])('what the server took for spam is flagged, with its reason: %s', async (header, named) => {
  await arrives(aLetter(`Cheap watches ${named}`, header));
  const log = await shop.outcomeOf(`Cheap watches ${named}`);
  expect(log).toMatchObject({ outcome: 'spam', reason_key: 'spam' });
  expect(log.reason.toLowerCase()).toContain(named.toLowerCase());
  const { body } = await shop.olena.post('tickets/get', { filter: { conditions: [['id', '=', log.ticket_id]] } });
  expect(body.data.tickets[0]).toMatchObject({ is_spam: 1 });
});

test('what lies in the spam folder comes as spam, once somebody wants it', async () => {
  await inAMailClient(shop.servers, shop.address, async (client) => {
    await client.append('Junk', Buffer.from(aLetter('You have won')));
    await client.append('Sent', Buffer.from(aLetter('Elsewhere').replace('hanna@lindqvist.test', shop.address)));
  });
  const change = (data: object) =>
    shop.olena.post('mailboxes/update', { data, filter: { conditions: [['id', '=', shop.mailboxId]] } });
  // Connected anew, a mailbox looks into all the folders that it follows, and only then waits for more.
  await change({ name: 'Support' });
  await shop.outcomeOf('Elsewhere');
  await arrives(aLetter('Beside the spam'));
  await shop.outcomeOf('Beside the spam');
  expect((await shop.mailLog()).map((one) => one.subject)).not.toContain('You have won');
  await change({ takes_spam: 1 });
  const log = await shop.outcomeOf('You have won');
  expect(log).toMatchObject({ outcome: 'spam', reason: 'The mail server put it into the spam folder' });
  const { body } = await shop.olena.post('tickets/get', { filter: { conditions: [['id', '=', log.ticket_id]] } });
  expect(body.data.tickets[0]).toMatchObject({ is_spam: 1 });
});

test('a mail without a sender is kept with its reason', async () => {
  await arrives('Subject: Who am I\r\nTo: support@lumenoak.test\r\n\r\nGuess\r\n');
  expect(await shop.outcomeOf('Who am I')).toMatchObject({ outcome: 'kept', reason_key: 'no_sender', ticket_id: null });
});

test('an answer that Olena sent from another mail program joins its ticket; her other mail does not', async () => {
  const ticket = await shop.ticketAbout('Drawer stuck');
  const [first] = await shop.messagesOf(ticket.id);
  const theirs = /^Message-ID: (<.*>)/im.exec((await shop.olena.get(`messages/${first?.id}/source`)).text)?.[1];
  const sent = (subject: string, headers: string) =>
    `From: Olena <${shop.address}>\r\nTo: hanna@lindqvist.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject.length}@phone.test>\r\n${headers}\r\nPull harder.\r\n`;
  await inAMailClient(shop.servers, shop.address, async (client) => {
    await client.append('Sent', Buffer.from(sent('Re: Drawer stuck', `In-Reply-To: ${theirs}\r\n`)));
    await client.append('Sent', Buffer.from(sent('Lunch', '')));
  });
  // The Sent box is looked into once a minute, and whenever the mailbox is connected anew.
  await shop.olena.post('mailboxes/update', {
    data: { name: 'Support desk' },
    filter: { conditions: [['id', '=', shop.mailboxId]] },
  });

  expect(await shop.outcomeOf('Re: Drawer stuck')).toMatchObject({
    outcome: 'own',
    reason_key: 'own_joined',
    ticket_id: ticket.id,
  });
  expect(await shop.outcomeOf('Lunch')).toMatchObject({ outcome: 'own', reason_key: 'own_unrelated', ticket_id: null });
  const message = (await shop.messagesOf(ticket.id)).find((one) => one.kind === 'outbound');
  expect(message).toMatchObject({ direction: 2, author: { kind: 'user' }, body_text: 'Pull harder.', delivery: null });
  expect((await shop.tickets()).find((one) => one.id === ticket.id)).toMatchObject({
    view_type: 'answered',
    waiting_since: null,
  });
});

test('our own letter in the Sent box is recognised as its copy', async () => {
  const ticket = await shop.ticketAbout('Copy');
  await shop.answers(ticket.id);
  await shop.servers.waitForMail(shop.address, ({ text }) => text.includes('Copy [LO-'), { folder: 'Sent' });
  await shop.olena.post('mailboxes/update', {
    data: { name: 'Support' },
    filter: { conditions: [['id', '=', shop.mailboxId]] },
  });
  expect(await shop.outcomeOf(`Re: Copy [LO-${ticket.number}]`)).toMatchObject({
    outcome: 'own',
    reason_key: 'own_copy',
    ticket_id: ticket.id,
    folder: 'Sent',
  });
  expect((await shop.messagesOf(ticket.id)).filter((one) => one.kind === 'outbound')).toHaveLength(1);
});

describe('F7', () => {
  test('one letter to two mailboxes of the company is one ticket, and both logs know it', async () => {
    const sales = 'sales@lumenoak.test';
    const salesId = await aMailboxOf(shop, shop.olena, {
      companyId: shop.companyId,
      productId: shop.productId,
      address: sales,
    });
    const raw = aLetter('To both of you', `Cc: ${sales}\r\n`);
    await Promise.all([arrives(raw), arrives(raw, sales)]);
    const both = await waitUntil(async () => {
      const found = (await shop.mailLog()).filter(
        (one) => one.subject === 'To both of you' && one.outcome !== 'waiting',
      );
      return found.length === 2 && found;
    });
    expect(sorted(both.map((one) => one.outcome))).toEqual(['appended', 'new_ticket']);
    expect(new Set(both.map((one) => one.mailbox_id))).toEqual(new Set([shop.mailboxId, salesId]));
    expect(new Set(both.map((one) => one.ticket_id)).size).toBe(1);
    expect(await shop.messagesOf(both[0]?.ticket_id)).toHaveLength(1);
  });

  test('a new numbering, a mail moved away and back, one read by a person, one expunged: nothing twice, nothing lost', async () => {
    await arrives(aLetter('Moved about'));
    await shop.outcomeOf('Moved about');
    const before = (await shop.mailLog()).length;
    await inAMailClient(shop.servers, shop.address, async (client) => {
      await client.mailboxOpen('INBOX');
      const [uid] = (await client.search({ subject: 'Moved about' }, { uid: true })) || [];
      await client.messageMove(String(uid), 'Junk', { uid: true });
      await client.mailboxOpen('Junk');
      await client.messageMove('1:*', 'INBOX', { uid: true });
      await client.append('INBOX', Buffer.from(aLetter('Read already')), ['\\Seen']);
      await client.mailboxOpen('INBOX');
      const [spam] = (await client.search({ subject: 'Cheap watches X-Spam-Flag' }, { uid: true })) || [];
      await client.messageDelete(String(spam), { uid: true });
    });
    expect(await shop.outcomeOf('Read already')).toMatchObject({ outcome: 'new_ticket' });

    await shop.servers.doveadm('mailbox', 'update', '-u', shop.address, '--uid-validity', '77777', 'INBOX');
    // Whoever has noticed the new numbering by itself is gone already.
    await shop.servers.doveadm('kick', shop.address).catch(() => {});
    await arrives(aLetter('After the renumbering'));
    expect(await shop.outcomeOf('After the renumbering')).toMatchObject({ outcome: 'new_ticket' });
    await waitUntil(async () => (await numbering())?.uid_validity === '77777');
    expect(await shop.mailLog()).toHaveLength(before + 2);
  });

  const numbering = async () =>
    (
      await shop.at.db.read<{ uid_validity: string }>(
        'system',
        sql`select uid_validity from mailbox_folders where mailbox_id = ${shop.mailboxId} and role = 'inbox'`,
      )
    )[0];
});

test('F8 equal Message-IDs with different words, none at all, no date, a date far ahead: each is a ticket of its own', async () => {
  const odd = [
    aLetter('Same id, first').replace(/Message-ID: .*/, 'Message-ID: <same@x.test>'),
    aLetter('Same id, second', '', 'Other words').replace(/Message-ID: .*/, 'Message-ID: <same@x.test>'),
    aLetter('No id').replace(/Message-ID: .*\r\n/, ''),
    aLetter('No id, again').replace(/Message-ID: .*\r\n/, ''),
    aLetter('Far ahead', 'Date: Fri, 1 Jan 2077 10:00:00 +0000\r\n'),
    aLetter('No date of this world', 'Date: yesterday\r\n'),
  ];
  for (const raw of odd) await arrives(raw);
  const subjects = odd.map((raw) => /Subject: (.*)\r/.exec(raw)?.[1] ?? '');
  const ends = await Promise.all(subjects.map((subject) => shop.outcomeOf(subject)));
  expect(ends.map((one) => one.outcome)).toEqual(subjects.map(() => 'new_ticket'));
  expect(new Set(ends.map((one) => one.ticket_id)).size).toBe(odd.length);
});

describe('a person decides otherwise', () => {
  test('automatic mail that is read again becomes a ticket', async () => {
    await arrives(aLetter('Not a robot', 'Auto-Submitted: auto-generated\r\n'));
    const log = await shop.outcomeOf('Not a robot');
    expect(log.outcome).toBe('automatic');
    const again = await shop.olena.call('inbound-mails/process-again', { id: log.id });
    expect(again.body.data).toMatchObject({ outcome: 'new_ticket' });
    expect(await shop.outcomeOf('Not a robot')).toMatchObject({
      outcome: 'new_ticket',
      ticket_id: again.body.data.ticket_id,
    });
    expect(await shop.messagesOf(again.body.data.ticket_id)).toMatchObject([
      { mail_kind: 'human', body_text: 'Hello' },
    ]);
    // Once more changes nothing.
    const twice = await shop.olena.call('inbound-mails/process-again', { id: log.id });
    expect(twice.body.data).toEqual({ outcome: 'new_ticket', ticket_id: again.body.data.ticket_id });
    expect(await shop.messagesOf(again.body.data.ticket_id)).toHaveLength(1);
  });

  test('an answer that was kept with its ticket as a program’s is the customer’s when it is read again', async () => {
    const about = await shop.ticketAbout('A table of oak');
    const { mailMessageId } = await shop.answers(about.id);
    await shop.olena.call('tickets/resolve', { ids: [about.id] });
    await arrives(
      aLetter('Not away', `Auto-Submitted: auto-replied\r\nIn-Reply-To: ${mailMessageId}\r\n`, 'It wobbles.'),
    );
    const log = await shop.outcomeOf('Not away');
    expect(log).toMatchObject({ outcome: 'automatic', ticket_id: about.id });
    const ticketNow = async () => (await shop.tickets()).find((one) => one.id === about.id);
    expect(await ticketNow()).toMatchObject({ view_type: 'resolved' });

    const again = await shop.olena.call('inbound-mails/process-again', { id: log.id });
    expect(again.body.data).toEqual({ outcome: 'appended', ticket_id: about.id });
    expect(await ticketNow()).toMatchObject({
      ...{ view_type: '', message: 'It wobbles.', messages: { direction: 1 }, waiting_since: log.received_at },
    });
    const messages = await shop.messagesOf(about.id);
    expect(messages.find((one) => one.id === log.message_id)).toMatchObject({
      ...{ mail_kind: 'human', author: { kind: 'customer', id: messages[0]?.author.id, name: 'Hanna' } },
    });
    expect(messages.at(-1)?.event?.key).toBe('reopened_by_customer');
    expect(await shop.outcomeOf('Not away')).toMatchObject({
      outcome: 'appended',
      reason_key: null,
      ticket_id: about.id,
    });

    await shop.olena.call('tickets/resolve', { ids: [about.id] });
    await shop.olena.call('inbound-mails/process-again', { id: log.id });
    expect(await ticketNow()).toMatchObject({ view_type: 'resolved' });
  });

  test('a letter that is read again mends what its ticket is called and says in the list', async () => {
    const about = await shop.ticketAbout('Дуб', { text: 'Добрий день' });
    const log = await shop.outcomeOf('Дуб');
    const ticketNow = async () => (await shop.tickets()).find((one) => one.id === about.id);
    const spoil = (title: string) =>
      shop.at.db.transaction('system', async (tx) => {
        await tx.run(sql`update messages set subject = 'Äóá', body_text = 'Äîáðèé äåíü' where id = ${log.message_id}`);
        await tx.run(
          sql`update tickets set title = ${title}, last_line = 'Äîáðèé äåíü', has_attachments = 1 where id = ${about.id}`,
        );
        await tx.run(sql`update inbound_mails set subject = 'Äóá', from_name = 'Äóá' where id = ${log.id}`);
      });
    await spoil('Äóá');
    await shop.olena.call('inbound-mails/process-again', { id: log.id });
    expect(await ticketNow()).toMatchObject({ title: 'Дуб', message: 'Добрий день', has_attachments: 0 });
    expect(await shop.messagesOf(about.id)).toMatchObject([{ subject: 'Дуб', body_text: 'Добрий день' }]);
    expect(await shop.outcomeOf('Дуб')).toEqual(log);
    // What somebody called it stays.
    await spoil('Table of oak');
    await shop.olena.call('inbound-mails/process-again', { id: log.id });
    expect(await ticketNow()).toMatchObject({ title: 'Table of oak', message: 'Добрий день' });
  });

  test('a letter that cannot be shown says why, also when it came before that was told and is read again', async () => {
    const signed = 'Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\n';
    await arrives(aLetter('Sealed', signed, 'AAAA'));
    const log = await shop.outcomeOf('Sealed');
    const told = [{ body_text: '', event: { key: 'unreadable', values: { what: 'signed' } } }];
    expect(await shop.messagesOf(Number(log.ticket_id))).toMatchObject(told);
    await shop.at.db.transaction('system', (tx) =>
      tx.run(sql`update messages set event_key = null, event_values = null where id = ${log.message_id}`),
    );
    await shop.olena.call('inbound-mails/process-again', { id: log.id });
    expect(await shop.messagesOf(Number(log.ticket_id))).toMatchObject(told);
  });

  test('a letter that opened a ticket moves to another; the empty one goes to the trash, and counts are right', async () => {
    const right = await shop.ticketAbout('The right one');
    await shop.answers(right.id);
    await shop.olena.call('tickets/resolve', { ids: [right.id] });
    const { body: me } = await shop.olena.call('users/self');
    await shop.olena.call('tickets/assign', { ids: [right.id], assignee_id: me.data.user.id });
    await shop.olena.call('tickets/read', { ids: [right.id] });
    const wrong = await shop.ticketAbout('The wrong one', { text: 'It belongs to the other.' });
    const log = await shop.outcomeOf('The wrong one');
    const came = new Date(Date.now() - 3_600_000);
    await shop.at.db.transaction('system', (tx) =>
      tx.run(sql`update messages set added = ${came} where id = ${log.message_id}`),
    );
    const moved = await shop.olena.call('inbound-mails/move-to-ticket', { id: log.id, number: right.number });
    expect(moved.body.data).toEqual({ ticket_id: right.id });
    expect(await shop.outcomeOf('The wrong one')).toMatchObject({
      outcome: 'appended',
      reason_key: 'moved',
      ticket_id: right.id,
    });

    const { body } = await shop.olena.post('tickets/get', {
      filter: { conditions: [['id', 'in', [right.id, wrong.id]]] },
      sort: [['id', 'asc']],
    });
    const [there, left] = body.data.tickets;
    expect(there).toMatchObject({
      view_type: '',
      message: 'It belongs to the other.',
      message_count: 3,
      messages: { direction: 1 },
      is_deleted: 0,
    });
    expect(there.is_unread).toBe(1);
    expect(Date.parse(`${there.waiting_since}Z`), 'since the letter came').toBe(
      Math.floor(came.getTime() / 1000) * 1000,
    );
    expect(left).toMatchObject({ is_deleted: 1, message_count: 0 });
    const message = (await shop.messagesOf(right.id)).find((one) => one.id === log.message_id);
    expect(message).toMatchObject({ origin_ticket_id: right.id });
    // The customer's answer still finds the way.
    const again = await shop.olena.call('inbound-mails/move-to-ticket', { id: log.id, number: right.number });
    expect(again.body.data).toEqual({ ticket_id: right.id });
  });

  test('a kept or automatic mail moves into a ticket as a letter', async () => {
    const ticket = await shop.ticketAbout('Takes it in');
    await arrives(aLetter('A notice', 'Precedence: bulk\r\n', 'Parcel delivered'));
    const log = await shop.outcomeOf('A notice');
    await shop.olena.call('inbound-mails/move-to-ticket', { id: log.id, number: ticket.number });
    expect(await shop.outcomeOf('A notice')).toMatchObject({
      outcome: 'appended',
      reason_key: 'moved',
      ticket_id: ticket.id,
    });
    expect((await shop.messagesOf(ticket.id)).at(-1)).toMatchObject({ kind: 'inbound', body_text: 'Parcel delivered' });
  });

  test('into a ticket that does not exist, or with a number that is none: refused, and nothing moved', async () => {
    await arrives(aLetter('Stays'));
    const log = await shop.outcomeOf('Stays');
    const answer = await shop.olena.call('inbound-mails/move-to-ticket', { id: log.id, number: 99_999 });
    expect(answer.status).toBe(404);
    expect(answer.body.errors[0]).toMatchObject({ key: 'ticket_not_found', field: 'data.number' });
    expect(await shop.outcomeOf('Stays')).toEqual(log);
  });
});
