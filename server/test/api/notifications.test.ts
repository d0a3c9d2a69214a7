import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, type Socket } from './a-socket.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import * as owed from './account-letters.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
beforeAll(async () => {
  // No mail server answers, so that letters wait and can be read.
  at = await aParley({ role: 'all', env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  [ours, theirs] = await twoShops(at);
});
afterAll(() => at?.close());

type Member = Awaited<ReturnType<typeof aMember>>;
const assign = (ticketId: number, to: number | null, by = ours.owner) =>
  by.post('tickets/update', { data: { assignee_id: to }, filter: { conditions: [['id', '=', ticketId]] } });
const noticesOf = (socket: Socket) => socket.events.filter((event) => event.entity === 'notifications');
const hears = (socket: Socket, kind: string) =>
  socket.hears((event) => event.entity === 'notifications' && event.params.kind === kind);
const lettersTo = (person: Member) => owed.lettersTo(at, person.email);

test('Ira hears that a ticket is hers and that its customer replied; who did it, and other companies, hear nothing', async () => {
  const ira = await aMember(at, ours, 1, 'Ira');
  const { ticketId } = await aTicket(at, ours, {
    subject: 'A cracked leg',
    from: 'Hanna',
    address: 'hanna@lindqvist.test',
  });
  const [hers, owners, foreign] = await Promise.all([
    aSocket(at.listening, ira.api),
    aSocket(at.listening, ours.owner),
    aSocket(at.listening, theirs.owner),
  ]);
  await assign(ticketId, ira.id);
  expect((await hears(hers, 'assigned')).params).toMatchObject({
    ticket_id: ticketId,
    title: 'A cracked leg',
    who: `Owner ${ours.canary}`,
    in_app: true,
    sound: false,
  });
  await waitUntil(async () => (await lettersTo(ira)).length === 1, { what: 'a letter to Ira' });
  expect((await lettersTo(ira))[0]?.subject).toMatch(/assigned LO-\d+ to you: A cracked leg/);

  await ira.api.call('settings/change', { notifications: { customer_replied: { sound: 1 } } });
  await aLetterOn(at, ours, ticketId, { subject: 'Re: A cracked leg', from: 'Hanna', address: 'hanna@lindqvist.test' });
  expect((await hears(hers, 'customer_replied')).params).toMatchObject({ who: 'Hanna', in_app: true, sound: true });

  // What she does herself is no news to her.
  await assign(ticketId, null, ira.api);
  await assign(ticketId, ira.id, ira.api);
  await ours.owner.call('tickets/note', {
    ticket_id: ticketId,
    client_id: crypto.randomUUID(),
    body_html: '<p>Call her</p>',
  });
  await hears(hers, 'noted');
  expect(noticesOf(hers).map((event) => event.params.kind)).toEqual(['assigned', 'customer_replied', 'noted']);
  expect([...noticesOf(owners), ...noticesOf(foreign)]).toEqual([]);
  await Promise.all([hers.close(), owners.close(), foreign.close()]);
});

test('letters come once per ticket and ten minutes, and the one that waits tells of the rest', async () => {
  const max = await aMember(at, ours, 1, 'Max');
  await max.api.call('settings/change', {
    language: 'ua',
    notifications: { assigned: { in_app: 0, mail: 0 }, customer_replied: { mail: 1, in_app: 1 } },
  });
  const { ticketId } = await aTicket(at, ours, { subject: 'Лампа' });
  const desk = await aSocket(at.listening, max.api);
  await assign(ticketId, max.id);
  for (let letters = 1; letters <= 3; letters++) {
    await aLetterOn(at, ours, ticketId, { subject: 'Re: Лампа' });
    await waitUntil(() => noticesOf(desk).length === letters, { what: `notice ${letters}` });
  }
  const letters = await lettersTo(max);
  const moments = await at.db.read<{ minutes: number | null }>(
    'system',
    sql`select round(extract(epoch from mail_at - min(added) over ()) / 60)::int as minutes from notifications where user_id = ${max.id} and kind = 'customer_replied' order by id`,
  );
  expect(moments.map((one) => one.minutes)).toEqual([0, 10, null]);
  expect(letters).toHaveLength(2);
  expect(letters[0]?.subject).toMatch(/відповідь у LO-\d+: Лампа/);
  await desk.close();
});

test('in quiet hours nothing rings or pops up, and letters wait for their end', async () => {
  const zoe = await aMember(at, ours, 1, 'Zoe');
  // Quiet right now, whatever the clock of this machine says: an hour around this moment where she is.
  const inKyiv = (minutes: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Kyiv',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(Date.now() + minutes * 60_000);
  await zoe.api.call('settings/change', {
    time_zone: 'Europe/Kyiv',
    quiet_hours: { is_on: 1, from: inKyiv(-30), to: inKyiv(30) },
    notifications: { assigned: { sound: 1, mail: 1 } },
  });
  const { ticketId } = await aTicket(at, ours, { subject: 'At night' });
  const desk = await aSocket(at.listening, zoe.api);
  await assign(ticketId, zoe.id);
  await waitUntil(async () => (await lettersTo(zoe)).length === 1, { what: 'a letter that waits' });
  const [letter] = await lettersTo(zoe);
  expect(letter?.waits_minutes).toBeGreaterThanOrEqual(28);
  expect(letter?.waits_minutes).toBeLessThanOrEqual(31);
  expect(noticesOf(desk)).toEqual([]);
  await desk.close();
});

test('whoever asked for it hears of new tickets, as long as they may see them', async () => {
  const watcher = await aMember(at, ours, 1, 'Watcher');
  const narrow = await aMember(at, ours, 1, 'Narrow');
  await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${narrow.id}`));
  at.wake.nudge('sessions');
  for (const one of [watcher, narrow]) {
    await one.api.call('settings/change', { notifications: { new_ticket: { in_app: 1 } } });
  }
  const [seeing, blind] = [await aSocket(at.listening, watcher.api), await aSocket(at.listening, narrow.api)];
  await aTicket(at, ours, { subject: 'A new one', from: 'Oskar', address: 'oskar@lindqvist.test' });
  expect((await hears(seeing, 'new_ticket')).params).toMatchObject({ title: 'A new one', who: 'Oskar' });
  expect(noticesOf(blind)).toEqual([]);
  await Promise.all([seeing.close(), blind.close()]);
});

test('A23 what customers call themselves stands in letters as text', async () => {
  const lea = await aMember(at, ours, 1, 'Lea');
  await lea.api.call('settings/change', { notifications: { customer_replied: { mail: 1 }, assigned: { mail: 0 } } });
  const nasty = '<img src=x onerror=alert(1)>';
  const { ticketId } = await aTicket(at, ours, { subject: `${nasty}\r\nBcc: evil@evil.test`, from: nasty });
  await assign(ticketId, lea.id);
  await aLetterOn(at, ours, ticketId, { subject: 'Re', from: nasty });
  const [mail] = await waitUntil(
    async () => {
      const rows = await lettersTo(lea);
      return rows.length > 0 ? rows : undefined;
    },
    { what: 'a letter to Lea' },
  );
  expect(mail?.subject).not.toMatch(/[\r\n]/);
  expect(mail?.html).toContain('&lt;img src=x');
  expect(mail?.html).not.toContain('<img');
});
