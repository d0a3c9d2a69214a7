import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, type Socket } from './a-socket.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import * as owed from './account-letters.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';
import { watchStatements } from './work-done.ts';

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
const written = (person: Member, count = 1) =>
  waitUntil(async () => (await lettersTo(person)).length >= count && lettersTo(person), {
    what: `${count} letters to ${person.email}`,
  });
/** In how many minutes their letters are due. */
const waiting = async (person: Member) => {
  const rows = await at.db.read<{ minutes: number }>(
    'system',
    sql`select round(extract(epoch from mail_at - now()) / 60)::int as minutes from notifications where user_id = ${person.id} and mail_state = 'queued' order by id`,
  );
  return rows.map((row) => row.minutes);
};
const tenMinutesPass = async (person: Member) => {
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update notifications set mail_at = case mail_state when 'queued' then now() else mail_at - interval '10 minutes' end where user_id = ${person.id} and mail_at is not null`,
    ),
  );
  at.wake.nudge('notices');
};
/** They touched the desk so many seconds from now. */
const touches = (person: Member, seconds: number) =>
  at.db.transaction('system', (tx) =>
    tx.run(sql`update sessions set active_at = now() + make_interval(secs => ${seconds}) where user_id = ${person.id}`),
  );

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

test('a person who is away gets a letter at once, and after ten minutes one with all the rest', async () => {
  const max = await aMember(at, ours, 1, 'Max');
  await max.api.call('settings/change', {
    language: 'ua',
    notifications: { assigned: { in_app: 0, mail: 0 }, customer_replied: { mail: 1, in_app: 1 } },
  });
  const [lamp, chair] = [
    await aTicket(at, ours, { subject: 'Лампа' }),
    await aTicket(at, ours, { subject: 'Стілець' }),
  ];
  const desk = await aSocket(at.listening, max.api);
  await assign(lamp.ticketId, max.id);
  await assign(chair.ticketId, max.id);
  await aLetterOn(at, ours, lamp.ticketId, { subject: 'Re', from: 'Ганна' });
  const [first] = await written(max);
  expect(first?.subject).toMatch(/^Ганна: відповідь у LO-\d+: Лампа$/);

  for (const ticketId of [lamp.ticketId, chair.ticketId, chair.ticketId])
    await aLetterOn(at, ours, ticketId, { subject: 'Re', from: 'Ганна' });
  await waitUntil(() => noticesOf(desk).length === 4, { what: 'four notices' });
  expect(await waiting(max)).toEqual([10, 10, 10]);
  await tenMinutesPass(max);
  const second = (await written(max, 2))[1];
  expect(second?.subject).toBe('Новини у ваших зверненнях: 3');
  expect(second?.text).toMatch(/Ганна: відповідь у LO-\d+: Лампа\n\S+\/v1\/tickets\/\d+/);
  expect(second?.text).toMatch(/Ганна: відповідь у LO-\d+: Стілець \(2\)\n/);
  expect(second?.text).not.toContain('Is it oak?');
  expect(await waiting(max)).toEqual([]);
  await desk.close();
});

test('who is at the desk gets no letters, unless they want them whatever they do', async () => {
  const eva = await aMember(at, ours, 1, 'Eva');
  const { ticketId } = await aTicket(at, ours, { subject: 'Seen at once' });
  await eva.api.call('notifications/at-desk');
  await assign(ticketId, eva.id);
  await waitUntil(async () => (await waiting(eva)).length === 1, { what: 'a letter that waits for her to leave' });
  expect(await waiting(eva)).toEqual([5]);
  // She goes on working: there is nothing to write to her about.
  await touches(eva, 60);
  await tenMinutesPass(eva);
  await waitUntil(async () => (await waiting(eva)).length === 0, { what: 'the letter to be dropped' });
  expect(await lettersTo(eva)).toEqual([]);

  // She leaves right before: five minutes later she is written to.
  await touches(eva, -60);
  await assign(ticketId, null);
  await assign(ticketId, eva.id);
  await waitUntil(async () => (await waiting(eva)).length === 1, { what: 'a second letter that waits' });
  expect(await waiting(eva)).toEqual([4]);
  await tenMinutesPass(eva);
  await written(eva, 1);

  await eva.api.call('settings/change', { mail_when: 'always' });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update notifications set mail_at = mail_at - interval '1 hour' where user_id = ${eva.id}`),
  );
  await touches(eva, 0);
  await assign(ticketId, null);
  await assign(ticketId, eva.id);
  await written(eva, 2);
});

test('what is told by letter alone is written to whoever is at the desk, which says nothing of it', async () => {
  const rosa = await aMember(at, ours, 1, 'Rosa');
  await rosa.api.call('settings/change', { notifications: { assigned: { in_app: 0, push: 0, mail: 1 } } });
  await rosa.api.call('notifications/at-desk');
  // She goes on working.
  await touches(rosa, 600);
  const { ticketId } = await aTicket(at, ours, { subject: 'By letter alone' });
  await assign(ticketId, rosa.id);
  expect((await written(rosa))[0]?.subject).toMatch(/By letter alone$/);
});

test('news of a ticket that was merged are news of the one it went into, in the bell, by letter and when that is opened', async () => {
  const nell = await aMember(at, ours, 1, 'Nell');
  await nell.api.call('notifications/at-desk');
  const [leg, table] = [
    await aTicket(at, ours, { subject: 'A leg' }),
    await aTicket(at, ours, { subject: 'A table with a leg' }),
  ];
  for (const { ticketId } of [leg, table]) await assign(ticketId, nell.id);
  const note = { ticket_id: leg.ticketId, client_id: crypto.randomUUID(), body_html: '<p>It is oak</p>' };
  const noted = (await ours.owner.call('tickets/note', note)).body.data.message_id;
  const bell = async () => {
    const [list, unread] = [await nell.api.call('notifications/list', {}), await nell.api.call('notifications/unread')];
    return { groups: list.body.data.groups, tickets: unread.body.data.tickets };
  };
  await waitUntil(async () => (await bell()).groups[0]?.count === 2, { what: 'a note at the leg' });
  expect(await bell()).toMatchObject({ tickets: 2, groups: [{ ticket_id: leg.ticketId }, { unread: 1 }] });

  const survivor = { survivor_id: table.ticketId, ids: [leg.ticketId] };
  const merges = (await ours.owner.call('tickets/merge', survivor)).body.data.merges;
  const one = { ticket_id: table.ticketId, title: 'A table with a leg', count: 3, kind: 'noted', message_id: noted };
  expect(await bell()).toMatchObject({ tickets: 1, groups: [one] });
  expect((await bell()).groups).toHaveLength(1);
  await touches(nell, -600);
  await tenMinutesPass(nell);
  const [letter] = await written(nell);
  expect(letter?.text.match(/\/v1\/tickets\/\d+/g), letter?.text).toContain(`/v1/tickets/${table.ticketId}`);
  expect(letter?.text).not.toContain(`/v1/tickets/${leg.ticketId}`);

  await ours.owner.call('tickets/unmerge', { merge_ids: merges.map((the: { id: number }) => the.id) });
  expect(await bell()).toMatchObject({ tickets: 2, groups: [{ ticket_id: leg.ticketId, unread: 2 }, { unread: 1 }] });
  await ours.owner.call('tickets/merge', survivor);
  await nell.api.call('tickets/read', { ids: [table.ticketId] });
  expect(await bell(), 'opening the one has it all seen').toMatchObject({ tickets: 0, groups: [{ unread: 0 }] });
});

test('A9 nobody is written to about what they may not see any more', async () => {
  const gus = await aMember(at, ours, 1, 'Gus');
  await gus.api.call('notifications/at-desk');
  const { ticketId } = await aTicket(at, ours, { subject: 'Not his for long' });
  await assign(ticketId, gus.id);
  await waitUntil(async () => (await waiting(gus)).length === 1, { what: 'a letter that waits' });
  await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${gus.id}`));
  await assign(ticketId, null);
  await tenMinutesPass(gus);
  await waitUntil(async () => (await waiting(gus)).length === 0, { what: 'the letter to be dropped' });
  expect(await lettersTo(gus)).toEqual([]);
});

test('A16 nobody is written to about tickets while they owe two-factor', async () => {
  const moss = await aMember(at, ours, 1, 'Moss');
  await moss.api.call('notifications/at-desk');
  const { ticketId } = await aTicket(at, ours, { subject: 'Not before the second step' });
  await assign(ticketId, moss.id);
  await waitUntil(async () => (await waiting(moss)).length === 1, { what: 'a letter that waits' });
  const required = sql`insert into company_role_settings (company_id, role_name, is_two_factor_required) values (${ours.companyId}, 'agent', true)
    on conflict (company_id, role_name) do update set is_two_factor_required = true`;
  await at.db.transaction('system', (tx) => tx.run(required));
  await tenMinutesPass(moss);
  await waitUntil(async () => (await waiting(moss)).length === 0, { what: 'the letter to be dropped' });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update company_role_settings set is_two_factor_required = false where company_id = ${ours.companyId}`),
  );
  expect(await lettersTo(moss)).toEqual([]);
});

test('A20 nothing of tickets goes to an address that nobody has confirmed', async () => {
  const una = await aMember(at, ours, 1, 'Una');
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update users set email_confirmed_at = null where id = ${una.id}`),
  );
  const { ticketId } = await aTicket(at, ours, { subject: 'For nobody’s eyes' });
  await assign(ticketId, una.id);
  const told = () =>
    at.db.read<{ mail_state: string | null }>(
      'system',
      sql`select mail_state from notifications where user_id = ${una.id}`,
    );
  await waitUntil(async () => (await told()).length === 1, { what: 'a notice' });
  expect(await told()).toEqual([{ mail_state: null }]);
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
  await waitUntil(async () => (await waiting(zoe)).length === 1, { what: 'a letter that waits' });
  const [minutes] = await waiting(zoe);
  expect(minutes).toBeGreaterThanOrEqual(28);
  expect(minutes).toBeLessThanOrEqual(31);
  // What was due before it became quiet waits as well.
  await tenMinutesPass(zoe);
  await waitUntil(async () => ((await waiting(zoe))[0] ?? 0) >= 28, { what: 'the letter to wait again' });
  expect(await lettersTo(zoe)).toEqual([]);
  // The bell counts it; nothing rings or pops up.
  expect((await hears(desk, 'assigned')).params).toMatchObject({ in_app: false, sound: false });
  expect(noticesOf(desk)).toHaveLength(1);
  await desk.close();
});

test('of a muted product Ira hears nothing, in no way, but what is meant for her by name and what becomes of her letters', async () => {
  const ira = await aMember(at, ours, 1, 'Ira Quiet');
  await ira.api.call('settings/change', {
    muted_products: [ours.productId],
    mail_when: 'always',
    notifications: { assigned: { sound: 1, mail: 1 }, noted: { mail: 1 } },
  });
  const { ticketId } = await aTicket(at, ours, { subject: 'A quiet shelf' });
  const hers = await aSocket(at.listening, ira.api);
  await assign(ticketId, ira.id);
  await ours.owner.call('tickets/note', {
    ticket_id: ticketId,
    client_id: crypto.randomUUID(),
    body_html: 'So so',
  });
  const call = { kind: 'user', id: ira.id };
  const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: 'Ira?', mentions: [call] };
  expect((await ours.owner.call('tickets/note', note)).status).toBe(200);
  await hears(hers, 'mentioned');
  const letter = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>It comes on Monday.</p>' };
  const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const to = [{ address: 'hanna@lindqvist.test' }];
  expect((await ira.api.call('tickets/reply', { ...letter, send_at, to })).status).toBe(200);
  await aLetterOn(at, ours, ticketId, { subject: 'Re', from: 'Hanna' });
  await hears(hers, 'letter_held');
  // News is told in its order: what came before would be here by now.
  expect(noticesOf(hers).map((event) => event.params.kind)).toEqual(['assigned', 'mentioned', 'letter_held']);
  const rows = await at.db.read<{ kind: string }>(
    'system',
    sql`select kind from notifications where user_id = ${ira.id} order by id`,
  );
  expect(rows.map((row) => row.kind)).toEqual(['assigned', 'mentioned', 'letter_held']);
});

test('A9 a product that is muted before its letter leaves is written about no more', async () => {
  const ira = await aMember(at, ours, 1, 'Ira Muting');
  await ira.api.call('settings/change', { mail_when: 'away', notifications: { customer_replied: { mail: 1 } } });
  await touches(ira, 0);
  const { ticketId } = await aTicket(at, ours, { subject: 'A loud shelf' });
  await assign(ticketId, ira.id);
  await aLetterOn(at, ours, ticketId, { subject: 'Re', from: 'Hanna' });
  await waitUntil(async () => (await waiting(ira)).length >= 2, { what: 'two news that wait for their letter' });
  await ira.api.call('settings/change', { muted_products: [ours.productId] });
  await touches(ira, -3600);
  await tenMinutesPass(ira);
  const [letter] = await written(ira);
  expect(letter?.text).toContain('assigned');
  const rows = await at.db.read<{ kind: string; mail_state: string }>(
    'system',
    sql`select kind, mail_state from notifications where user_id = ${ira.id} order by id`,
  );
  expect(rows).toEqual([
    { kind: 'assigned', mail_state: 'sent' },
    { kind: 'customer_replied', mail_state: 'dropped' },
  ]);
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

test('what many are told of many tickets is written for all of them at once', async () => {
  const listeners = await Promise.all(Array.from({ length: 8 }, (_, i) => aMember(at, ours, 1, `Listener ${i}`)));
  const listen = async (mail: 0 | 1) => {
    for (const { api } of listeners)
      await api.call('settings/change', { notifications: { new_ticket: { in_app: 1, mail } } });
  };
  const statements = watchStatements(at.db);
  // Without letters, for which each is looked at once more.
  await listen(0);
  statements.take();
  const quiet = await aTicket(at, ours, { subject: 'Told in the desk alone' });
  const isHeard = ({ ticketId }: { ticketId: number }) => {
    const heard = () =>
      at.db.read('system', sql`select distinct user_id from notifications where ticket_id = ${ticketId}`);
    return waitUntil(async () => (await heard()).length >= 8, { what: 'news of one ticket' });
  };
  await isHeard(quiet);
  const lookedAt = statements.take().filter((text) => /as owes_two_factor/.test(text) && !/row_to_json/.test(text));
  expect(lookedAt.length).toBeLessThanOrEqual(2);
  await listen(1);
  const subjects = ['One of three', 'Two of three', 'Three of three'];
  const from = { address: 'long@nowak.test' };
  const earlier = await aTicket(at, ours, { subject: 'Earlier', ...from });
  // Longer than what is kept of it, which ends between the halves of what is one letter.
  const name = { first_name: 'A'.repeat(100), last_name: `${'B'.repeat(98)}🪑` };
  const named = await ours.owner.post('customers/update', {
    data: name,
    filter: { conditions: [['id', '=', earlier.customerId]] },
  });
  expect(named.status, named.text).toBe(200);
  await isHeard(earlier);
  statements.take();
  for (const subject of subjects) await aTicket(at, ours, { subject, ...from });
  const told = () =>
    at.db.read<{ title: string; n: number; mails: number; who: string }>(
      'system',
      sql`select t.title, count(distinct n.user_id)::int as n, count(n.mail_at)::int as mails, min(n.who) as who from notifications n join tickets t on t.id = n.ticket_id
          where n.user_id = any (${listeners.map((one) => one.id)}::bigint[]) and t.title like '%of three' group by 1 order by 1`,
    );
  await waitUntil(async () => (await told()).length === 3, { what: 'news of three tickets' });
  for (const one of await told()) expect(one).toMatchObject({ n: 8, mails: 8, who: expect.stringMatching(/^A+ B+/) });
  const insert = statements.take().filter((text) => /insert into notifications/.test(text));
  expect(insert.length).toBeLessThanOrEqual(3);
});
