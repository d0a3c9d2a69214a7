import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMessageId } from '#domain/mailboxes/index.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aPerson } from '../api/people.ts';
import { aCompanyWithMail, aMailboxOf } from './second-company.ts';
import { aShopWithMail, type Letter, type Shop, type TicketRow } from './shop-with-mail.ts';

let shop: Shop;
let ticket: TicketRow;
let ours: string;
beforeAll(async () => {
  shop = await aShopWithMail();
  ticket = await shop.ticketAbout('Cracked leg');
  ours = (await shop.answers(ticket.id)).mailMessageId;
  await shop.olena.call('tickets/resolve', { ids: [ticket.id] });
});
afterAll(() => shop?.close());

describe('automatic mail is logged or kept with its ticket, and changes nothing', () => {
  const signs: [string, Omit<Letter, 'subject'> & { subject?: string }, string][] = [
    ['Auto-Submitted', { headers: { 'Auto-Submitted': 'auto-replied (vacation)' } }, 'automatic'],
    ['Auto-Submitted generated', { headers: { 'Auto-Submitted': 'auto-generated' } }, 'automatic'],
    ['X-Autoreply', { headers: { 'X-Autoreply': 'yes' } }, 'automatic'],
    ['X-Auto-Response-Suppress', { headers: { 'X-Auto-Response-Suppress': 'All' } }, 'automatic'],
    ['Precedence bulk', { headers: { Precedence: 'bulk' } }, 'bulk'],
    ['Precedence auto_reply', { headers: { Precedence: 'auto_reply' } }, 'automatic'],
    ['Precedence twice', { headers: { Precedence: 'first-class\r\nPrecedence: junk' } }, 'bulk'],
    ['List-Id', { headers: { 'List-Id': 'Furniture news <news.oak.test>' } }, 'bulk'],
    ['List-Unsubscribe', { headers: { 'List-Unsubscribe': '<mailto:off@oak.test>' } }, 'bulk'],
    ['an empty return path', { from: '' }, 'automatic'],
    ['a sender that wants no answer', { from: 'Shop <no-reply@oak.test>' }, 'automatic'],
    ['English', { subject: 'Automatic reply: Your table', text: 'I am out of the office until Monday.' }, 'automatic'],
    ['Ukrainian', { subject: 'Автоматична відповідь: Ваш стіл', text: 'Я не в офісі до понеділка.' }, 'automatic'],
    ['German', { subject: 'Abwesenheitsnotiz: Ihr Tisch', text: 'Ich bin bis Montag nicht im Büro.' }, 'automatic'],
    ['French', { subject: 'Réponse automatique : Votre table', text: 'Je suis absent du bureau.' }, 'automatic'],
    ['Spanish', { subject: 'Respuesta automática: Su mesa', text: 'Estoy fuera de la oficina.' }, 'automatic'],
    ['Polish', { subject: 'Automatyczna odpowiedź: Stół', text: 'Jestem poza biurem.' }, 'automatic'],
    ['Italian', { subject: 'Risposta automatica: Il tavolo', text: 'Sono fuori ufficio.' }, 'automatic'],
  ];

  test.concurrent.each(signs)('%s, out of the blue: logged', async (sign, letter, reasonKey) => {
    const subject = `${letter.subject ?? 'Something'} (${sign}, blue)`;
    await write(subject, letter, {});
    expect(await shop.outcomeOf(subject)).toMatchObject({
      outcome: 'automatic',
      reason_key: reasonKey,
      ticket_id: null,
    });
  });

  test.concurrent.each(signs)('%s, to a letter of ours: attached', async (sign, letter, reasonKey) => {
    const subject = `${letter.subject ?? 'Something'} (${sign}, answer)`;
    await write(subject, letter, { 'In-Reply-To': ours });
    const log = await shop.outcomeOf(subject);
    expect(log).toMatchObject({ outcome: 'automatic', reason_key: reasonKey, ticket_id: ticket.id });
    const message = (await shop.messagesOf(ticket.id)).find((one) => one.id === log.message_id);
    expect(message).toMatchObject({ kind: 'inbound', mail_kind: reasonKey });
  });

  test('the resolved ticket stays resolved, is not unread by it, and nobody got an answer', async () => {
    const row = (await shop.tickets()).find((one) => one.id === ticket.id);
    expect(row).toMatchObject({ view_type: 'resolved', waiting_since: null, messages: { direction: 2 }, is_unread: 0 });
    expect((await shop.messagesOf(ticket.id)).filter((one) => one.kind === 'outbound')).toHaveLength(1);
    expect(await shop.servers.readMailbox('hanna@lindqvist.test')).toHaveLength(1);
    const { body } = await shop.olena.post('customers/get', {});
    expect(body.data.customers.map((one: { email: string }) => one.email)).toEqual(['hanna@lindqvist.test']);
  });

  async function write(
    subject: string,
    { from, text, headers }: Omit<Letter, 'subject'>,
    more: Record<string, string>,
  ) {
    // An empty envelope sender is what servers write as Return-Path: <>.
    const raw = from === '' && letterText(subject, { ...headers, ...more });
    if (raw) await shop.servers.sendAsInternet({ from: '', to: shop.address, raw });
    else await shop.writes({ subject, ...(from && { from }), ...(text && { text }), headers: { ...headers, ...more } });
  }
});

describe('a delivery report', () => {
  test('of a real server marks the letter failed, with the words of the server, and can be retried', async () => {
    const about = await shop.ticketAbout('Wrong address');
    const { messageId } = await shop.answers(about.id, { to: [{ address: 'nobody@lindqvist.test' }] });
    const failed = await waitUntil(
      async () => (await shop.messagesOf(about.id)).find((one) => one.delivery?.state === 'failed'),
      { what: 'the letter to be marked' },
    );
    expect(failed).toMatchObject({ id: messageId, delivery: { refused: [{ address: 'nobody@lindqvist.test' }] } });
    expect(failed.delivery.error).toMatch(/550|5\.1\.1|User doesn't exist|unknown/i);
    const report = (await shop.messagesOf(about.id)).find((one) => one.mail_kind === 'bounce');
    expect(report).toMatchObject({ kind: 'inbound', author: { kind: 'system', id: null } });
    const refused = [{ address: 'nobody@lindqvist.test', reason: failed.delivery.error }];
    expect(report?.event, 'says whom it is about').toEqual({ key: 'bounced', values: { refused } });
    expect((await shop.mailLog()).find((one) => one.message_id === report?.id)).toMatchObject({
      outcome: 'bounce',
      reason_key: 'bounce',
    });
    expect((await shop.tickets()).find((one) => one.id === about.id)).toMatchObject({
      ...{ view_type: '', waiting_since: expect.any(String) },
    });
    expect((await shop.messagesOf(about.id)).at(-1)?.event).toEqual({ key: 'answer_failed', values: {} });

    await shop.servers.addMailbox('nobody@lindqvist.test', 'somebody-after-all');
    const again = await shop.olena.call('tickets/retry-delivery', { message_id: messageId });
    expect(again.status, again.text).toBe(200);
    await shop.servers.waitForMail('nobody@lindqvist.test');
    await stateOf(about.id, messageId, 'sent');
    expect((await shop.tickets()).find((one) => one.id === about.id)).toMatchObject({ view_type: 'answered' });
  });

  test('about one of three marks that one, and a retry goes to nobody else', async () => {
    for (const name of ['ann', 'bob']) await shop.servers.addMailbox(`${name}@three.test`, 'secret');
    const about = await shop.ticketAbout('Three people');
    const { messageId } = await shop.answers(about.id, {
      to: [{ address: 'ann@three.test' }],
      cc: [{ address: 'cut@three.test' }],
      bcc: [{ address: 'bob@three.test' }],
    });
    const failed = await stateOf(about.id, messageId, 'failed');
    expect(failed.delivery.refused.map((one: { address: string }) => one.address)).toEqual(['cut@three.test']);
    await shop.servers.addMailbox('cut@three.test', 'secret');
    await shop.olena.call('tickets/retry-delivery', { message_id: messageId });
    await shop.servers.waitForMail('cut@three.test');
    await stateOf(about.id, messageId, 'sent');
    expect(await shop.servers.readMailbox('ann@three.test')).toHaveLength(1);
    expect(await shop.servers.readMailbox('bob@three.test')).toHaveLength(1);
  });

  test('that only says late leaves the letter as it is', async () => {
    const about = await shop.ticketAbout('Late');
    const { messageId, mailMessageId } = await shop.answers(about.id);
    await shop.servers.deliver(shop.address, aReport('Delayed mail', mailMessageId, 'delayed', '4.4.1'), { from: '' });
    expect(await shop.outcomeOf('Delayed mail')).toMatchObject({
      outcome: 'bounce',
      reason_key: 'bounce_delayed',
      ticket_id: about.id,
    });
    const messages = await shop.messagesOf(about.id);
    expect(messages.find((one) => one.id === messageId)).toMatchObject({ delivery: { state: 'sent', error: null } });
    expect(messages.find((one) => one.mail_kind === 'bounce')?.event, 'nobody was missed').toBeNull();
  });

  test('from where a mail was passed on to marks its only recipient', async () => {
    const about = await shop.ticketAbout('Passed on');
    const { messageId, mailMessageId } = await shop.answers(about.id);
    await shop.servers.deliver(
      shop.address,
      aReport('Passed on, failed', mailMessageId, 'failed', '5.2.2', 'hanna@elsewhere.test'),
      { from: '' },
    );
    const failed = await stateOf(about.id, messageId, 'failed');
    expect(failed.delivery.refused).toEqual([
      { address: 'hanna@lindqvist.test', reason: 'hanna@elsewhere.test: 552 mailbox is full' },
    ]);
  });

  test('about another company’s letter, or the customer’s own, does nothing', async () => {
    const about = await shop.ticketAbout('Not yours');
    const { messageId, mailMessageId } = await shop.answers(about.id);
    const { api } = await aPerson(shop.at, 'Roman Rival', 'roman@rival.test');
    const rival = await aCompanyWithMail(shop, api, { name: 'Rival', prefix: 'RI', address: 'help@rival.test' });
    await shop.servers.deliver(rival.address, aReport('At the rival', mailMessageId, 'failed', '5.1.1'), { from: '' });
    const theirs = await waitUntil(async () => {
      const { body } = await api.post('inbound-mails/get', {});
      return body.data['inbound-mails'].find(
        (one: { subject: string; outcome: string }) => one.subject === 'At the rival' && one.outcome !== 'waiting',
      );
    });
    expect(theirs).toMatchObject({ outcome: 'bounce', reason_key: 'bounce_unknown', ticket_id: null });

    const forged = `<${makeMessageId(shop.at.secrets, { companyId: rival.companyId, ticketId: about.id, address: rival.address })}>`;
    const [first] = await shop.messagesOf(about.id);
    const hers = (await shop.olena.get(`messages/${first?.id}/source`)).text.match(/^Message-ID: (<.*>)/im)?.[1] ?? '';
    for (const [subject, id] of [
      ['A token of the rival', forged],
      ['Her own letter', hers],
      ['An invented id', '<p.1.1@lumenoak.test>'],
    ]) {
      await shop.servers.deliver(shop.address, aReport(subject ?? '', id ?? '', 'failed', '5.1.1'), { from: '' });
      expect(await shop.outcomeOf(subject ?? '')).toMatchObject({
        outcome: 'bounce',
        reason_key: 'bounce_unknown',
        ticket_id: null,
      });
    }
    expect((await shop.messagesOf(about.id)).find((one) => one.id === messageId)).toMatchObject({
      delivery: { state: 'sent' },
    });
  });
});

describe('A36 no loop can form', () => {
  test('mail from one of our own mailboxes is logged and makes no ticket', async () => {
    const sales = 'sales@lumenoak.test';
    await aMailboxOf(shop, shop.olena, { companyId: shop.companyId, productId: shop.productId, address: sales });
    const before = (await shop.tickets()).length;
    await shop.writes({ subject: 'From sales', from: `Sales <${sales}>` });
    await shop.writes({ subject: 'From itself', from: `Support <${shop.address.toUpperCase()}>` });
    await shop.writes({ subject: 'Forged, with a token', from: shop.address, headers: { 'In-Reply-To': ours } });
    for (const subject of ['From sales', 'From itself', 'Forged, with a token'])
      expect(await shop.outcomeOf(subject)).toMatchObject({
        outcome: 'own',
        reason_key: 'own_address',
        ticket_id: null,
      });
    expect(await shop.tickets()).toHaveLength(before);
  });

  test('an answer to one of our own mailboxes ends there', async () => {
    const about = await shop.ticketAbout('Round and round');
    await shop.answers(about.id, { to: [{ address: shop.address }, { address: 'sales@lumenoak.test' }] });
    const subject = `Re: Round and round [LO-${about.number}]`;
    await waitUntil(
      async () =>
        (await shop.mailLog()).filter(
          (one) => one.subject === subject && one.folder === 'INBOX' && one.outcome === 'own',
        ).length === 2,
    );
    expect((await shop.messagesOf(about.id)).filter((one) => one.kind === 'outbound')).toHaveLength(1);
    expect((await shop.tickets()).filter((one) => one.title.includes('Round and round'))).toHaveLength(1);
  });

  test('two companies that write to each other have one ticket each, and nothing is said that nobody wrote', async () => {
    const { api } = await aPerson(shop.at, 'Petro Partner', 'petro@partner.test');
    const partner = { name: 'Partner', prefix: 'PA', address: 'desk@partner.test' };
    await aCompanyWithMail(shop, api, partner);
    const about = await shop.ticketAbout('Joint order');
    await shop.answers(about.id, { to: [{ address: partner.address }] });
    const theirs = await waitUntil(async () => (await api.post('tickets/get', {})).body.data.tickets[0]);
    expect(theirs.title).toBe(`Re: Joint order [LO-${about.number}]`);
    const back = await api.call('tickets/reply', {
      ticket_id: theirs.id,
      client_id: crypto.randomUUID(),
      body_html: '<p>Agreed.</p>',
      to: [{ address: shop.address }],
    });
    expect(back.status, back.text).toBe(200);
    await waitUntil(async () => (await shop.messagesOf(about.id)).find((one) => one.body_text === 'Agreed.'));
    // As long as a loop would need to go round once more.
    await shop.ticketAbout('Meanwhile');
    expect((await shop.messagesOf(about.id)).map((one) => one.kind)).toEqual(['inbound', 'outbound', 'inbound']);
    expect((await api.post('tickets/get', {})).body.total).toBe(1);
  });

  test('a storm of looped reports and notices opens no ticket and sends nothing', async () => {
    const tickets = (await shop.tickets()).length;
    const sentBefore = (await shop.servers.readMailbox('hanna@lindqvist.test')).length;
    const storm = Array.from({ length: 60 }, (_, i) => `Storm ${i}`);
    await Promise.all(
      storm.map((subject, i) =>
        i % 2 === 0
          ? shop.servers.deliver(shop.address, aReport(subject, '<unknown@x.test>', 'failed', '5.1.1'), { from: '' })
          : shop.writes({ subject, headers: { 'Auto-Submitted': 'auto-replied' } }),
      ),
    );
    for (const subject of storm) expect((await shop.outcomeOf(subject)).outcome).toMatch(/^(bounce|automatic)$/);
    expect(await shop.tickets()).toHaveLength(tickets);
    expect(await shop.servers.readMailbox('hanna@lindqvist.test')).toHaveLength(sentBefore);
  });
});

const stateOf = (ticketId: number, messageId: number, state: string) =>
  waitUntil(
    async () => (await shop.messagesOf(ticketId)).find((one) => one.id === messageId && one.delivery?.state === state),
    { what: `the letter to be ${state}` },
  );

const letterText = (subject: string, headers: Record<string, string>) =>
  [
    'From: Hanna <hanna@lindqvist.test>',
    `To: ${shop.address}`,
    `Subject: ${subject}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    'Noted.',
    '',
  ].join('\r\n');

/** RFC 3464, as mail servers write it. */
const aReport = (subject: string, about: string, action: string, status: string, recipient = 'hanna@lindqvist.test') =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.rig.test>',
    `To: ${shop.address}`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/plain',
    '',
    'I am sorry.',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.rig.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 552 mailbox is full',
    '',
    '--cut',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${about}`,
    'Subject: Re: Late',
    '',
    '--cut--',
    '',
  ].join('\r\n');
