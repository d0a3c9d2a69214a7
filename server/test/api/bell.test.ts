import { expect, test } from 'vitest';
import { type NoticeGroup, notificationsLookedAtMax } from '#contract/notifications.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket } from './a-socket.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { TestParley } from './parley-in-process.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it), { role: 'all', env: { SMTP_URL: 'smtp://127.0.0.1:1' } });

type Member = Awaited<ReturnType<typeof aMember>>;
const assign = (ticketId: number, to: number | null, by = ours.owner) =>
  by.post('tickets/update', { data: { assignee_id: to }, filter: { conditions: [['id', '=', ticketId]] } });
const list = async ({ api }: Member, data = {}): Promise<NoticeGroup[]> =>
  (await api.call('notifications/list', data)).body.data.groups;
const unread = async ({ api }: Member): Promise<number> => (await api.call('notifications/unread')).body.data.tickets;
const told = (person: Member, count: number) =>
  waitUntil(
    async () => {
      const groups = await list(person);
      return groups.reduce((sum, one) => sum + one.count, 0) >= count && groups;
    },
    { what: `${count} news for ${person.email}` },
  );

test('the bell groups news by ticket, counts tickets, and forgets what was seen on every desk', async () => {
  const ira = await aMember(at, ours, 1, 'Ira');
  const [lamp, chair] = [
    await aTicket(at, ours, { subject: 'A lamp' }),
    await aTicket(at, ours, { subject: 'A chair' }),
  ];
  await assign(lamp.ticketId, ira.id);
  await told(ira, 1);
  await assign(chair.ticketId, ira.id);
  await told(ira, 2);
  await aLetterOn(at, ours, lamp.ticketId, { subject: 'Re: A lamp', from: 'Hanna' });
  const groups = await told(ira, 3);
  expect(groups).toMatchObject([
    { ticket_id: lamp.ticketId, title: 'A lamp', kind: 'customer_replied', who: 'Hanna', count: 2, unread: 2 },
    { ticket_id: chair.ticketId, title: 'A chair', kind: 'assigned', count: 1, unread: 1 },
  ]);
  expect((await ira.api.call('notifications/unread')).body.data).toEqual({
    ...{ tickets: 2, letters: 0 },
    newest: groups.map(({ ticket_id, id }) => ({ ticket_id, id })),
  });
  // It leads to the first letter that was not seen.
  const [letter] = await at.db.read<{ id: number }>(
    'system',
    sql`select max(id) as id from messages where ticket_id = ${lamp.ticketId} and kind = 'inbound'`,
  );
  expect(groups.map((one) => one.message_id)).toEqual([letter?.id, null]);

  // What came while that was on its way over a slow line was not seen.
  const seen = (await list(ira, { is_unread: 1 })).find((one) => one.ticket_id === lamp.ticketId)?.message_id ?? 0;
  const late = await aLetterOn(at, ours, lamp.ticketId, { subject: 'Re: A lamp', from: 'Hanna' });
  await told(ira, 4);
  await ira.api.call('tickets/read', { ids: [lamp.ticketId], up_to: seen });
  expect((await list(ira)).find((one) => one.ticket_id === lamp.ticketId)).toMatchObject({
    ...{ unread: 1, message_id: late.messageId },
  });
  const asked = { fields: ['is_unread'], filter: { conditions: [['id', '=', lamp.ticketId]] } };
  expect((await ira.api.post('tickets/get', asked)).body.data.tickets).toEqual([{ is_unread: 1 }]);

  const desk = await aSocket(at.listening, ira.api);
  // Opening the ticket is seeing its news.
  await ira.api.call('tickets/read', { ids: [lamp.ticketId] });
  await desk.hears((event) => event.entity === 'notifications' && event.action === 'updated');
  expect(await unread(ira)).toBe(1);
  expect((await list(ira, { is_unread: 1 })).map((one) => one.ticket_id)).toEqual([chair.ticketId]);
  expect((await list(ira)).map((one) => one.message_id)).toEqual([null, null]);
  // Nobody is written a letter about what they have seen.
  const states = await at.db.read<{ mail_state: string | null }>(
    'system',
    sql`select mail_state from notifications where user_id = ${ira.id} and ticket_id = ${lamp.ticketId}`,
  );
  expect(states.map((row) => row.mail_state)).not.toContain('queued');

  const [newest] = await list(ira);
  await ira.api.call('notifications/read', { up_to: newest?.id ?? 0 });
  expect(await unread(ira)).toBe(0);
  await desk.close();
});

test('what was not seen is listed, however much came and was seen since', async () => {
  const nina = await aMember(at, ours, 1, 'Nina');
  const [lamp, chair] = [
    await aTicket(at, ours, { subject: 'An old lamp' }),
    await aTicket(at, ours, { subject: 'A busy chair' }),
  ];
  await assign(lamp.ticketId, nina.id);
  await told(nina, 1);
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into notifications (company_id, user_id, kind, ticket_id, who, in_app, read_at)
          select ${ours.companyId}, ${nina.id}, 'customer_replied', ${chair.ticketId}, 'Hanna', 1, now() from generate_series(1, ${notificationsLookedAtMax}::int)`,
    ),
  );
  expect(await unread(nina)).toBe(1);
  expect(await list(nina, { is_unread: 1 })).toMatchObject([{ ticket_id: lamp.ticketId, unread: 1 }]);
  expect((await list(nina)).map((one) => one.ticket_id)).toEqual([chair.ticketId, lamp.ticketId]);
});

test('a page of the bell ends where the next begins', async () => {
  const max = await aMember(at, ours, 1, 'Max');
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`with made as (
            insert into tickets (company_id, number, product_id, customer_id, channel, title)
            select company_id, (select max(number) from tickets) + n, product_id, customer_id, channel, 'Ticket ' || n from tickets, generate_series(1, 65) n where id = ${ours.ticketId} returning id, company_id)
          insert into notifications (company_id, user_id, kind, ticket_id, who) select company_id, ${max.id}, 'assigned', id, 'Olena' from made`,
    ),
  );
  const seen: number[] = [];
  let before: number | undefined;
  const sizes: number[] = [];
  for (let page = 0; page < 3; page++) {
    const { groups, has_more } = (await max.api.call('notifications/list', before === undefined ? {} : { before })).body
      .data as { groups: NoticeGroup[]; has_more: boolean };
    sizes.push(groups.length);
    expect(has_more).toBe(page < 2);
    seen.push(...groups.map((one) => one.ticket_id ?? 0));
    before = groups.at(-1)?.id;
  }
  expect(sizes).toEqual([30, 30, 5]);
  expect(new Set(seen).size).toBe(65);
  expect(await unread(max)).toBe(65);
});

test('A8 A9 nobody reads, counts or marks news of others, or of tickets that they may see no longer', async () => {
  const zoya = await aMember(at, ours, 1, 'Zoya');
  const { ticketId } = await aTicket(at, ours, { subject: 'A secret' });
  await assign(ticketId, zoya.id);
  await told(zoya, 1);
  const [mine] = await list(zoya);
  for (const other of [theirs.owner, ours.owner]) {
    expect((await other.call('notifications/read', { ticket_ids: [ticketId] })).status).toBe(200);
    expect((await other.call('notifications/read', { up_to: mine?.id })).status).toBe(200);
    expect((await other.call('notifications/list')).text).not.toContain('A secret');
  }
  expect(await unread(zoya)).toBe(1);
  await assign(ticketId, null);
  await ours.owner.call('users/change-access', { id: zoya.id, company_id: ours.companyId, scope: 'own' });
  expect(await list(zoya)).toEqual([]);
  expect(await unread(zoya)).toBe(0);
});

test('what somebody does not want at the desk is not in the bell; in quiet hours the bell alone knows', async () => {
  const lev = await aMember(at, ours, 1, 'Lev');
  const { ticketId } = await aTicket(at, ours, { subject: 'Quiet' });
  // Around now: midnight may lie between.
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  await lev.api.call('settings/change', {
    time_zone: 'UTC',
    quiet_hours: { is_on: 1, from: clock(-2), to: clock(2) },
    notifications: { noted: { in_app: 0, mail: 1 } },
  });
  const desk = await aSocket(at.listening, lev.api);
  await assign(ticketId, lev.id);
  const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Call her</p>' };
  await ours.owner.call('tickets/note', note);
  await aLetterOn(at, ours, ticketId, { subject: 'Re: Quiet', from: 'Hanna' });
  expect(await told(lev, 2)).toMatchObject([{ kind: 'customer_replied', count: 2, unread: 2 }]);
  const notices = desk.events.filter((event) => event.entity === 'notifications');
  expect(notices.every((event) => event.params.in_app === false && event.params.sound === false)).toBe(true);
  await desk.close();
});

test('news of what is split off, comes back and comes apart is of the ticket where that stands, and bells hear of it', async () => {
  const vera = await aMember(at, ours, 1, 'Vera');
  const [lamp, stool] = [
    await aTicket(at, ours, { subject: 'A lamp for Vera' }),
    await aTicket(at, ours, { subject: 'A stool' }),
  ];
  for (const { ticketId } of [lamp, stool]) await assign(ticketId, vera.id);
  const { messageId, inboundMailId } = await aLetterOn(at, ours, lamp.ticketId, { text: 'And a desk?' });
  await told(vera, 3);
  const desk = await aSocket(at.listening, vera.api);
  const hears = async (call: string, data: object) => {
    const before = desk.events.length;
    const answer = await ours.owner.call(call, data);
    expect(answer.status, answer.text).toBe(200);
    await desk.hears((event) => event.params.moves_news === true && desk.events.indexOf(event) >= before);
    return answer.body.data;
  };
  const placesOf = async () => {
    const groups = await list(vera);
    return new Map(groups.map((one) => [one.ticket_id, { count: one.count, leads: one.message_id }]));
  };
  const merge = { survivor_id: stool.ticketId, ids: [lamp.ticketId] };
  const { merges } = await hears('tickets/merge', merge);
  expect(await placesOf()).toEqual(new Map([[stool.ticketId, { count: 3, leads: messageId }]]));

  // It came to what was merged.
  const split = await hears('tickets/split', { message_id: messageId, from_here: 0 });
  expect(await placesOf()).toEqual(
    new Map([
      [split.ticket_id, { count: 1, leads: messageId }],
      [stool.ticketId, { count: 2, leads: null }],
    ]),
  );
  expect(await unread(vera)).toBe(2);
  await vera.api.call('tickets/read', { ids: [split.ticket_id] });
  expect(await unread(vera), 'opening it has it seen').toBe(1);

  await hears('tickets/unsplit', { split_id: split.split_id });
  expect(await placesOf()).toEqual(new Map([[stool.ticketId, { count: 3, leads: null }]]));
  await hears('tickets/unmerge', { merge_ids: merges.map((one: { id: number }) => one.id) });
  expect((await placesOf()).get(lamp.ticketId), 'with its letter').toMatchObject({ count: 2 });
  expect((await placesOf()).get(stool.ticketId)).toMatchObject({ count: 1 });

  const number = Number((await list(vera)).find((one) => one.ticket_id === stool.ticketId)?.case_number.split('-')[1]);
  await hears('inbound-mails/move-to-ticket', { id: inboundMailId, number });
  expect((await placesOf()).get(stool.ticketId), 'and is moved with it').toMatchObject({ count: 2 });
  await desk.close();
});

test('news of a ticket goes with it into the trash and comes back with it, and bells hear of both', async () => {
  const mira = await aMember(at, ours, 1, 'Mira');
  const { ticketId } = await aTicket(at, ours, { subject: 'A shelf' });
  await assign(ticketId, mira.id);
  await told(mira, 1);
  const desk = await aSocket(at.listening, mira.api);
  for (const [how, count] of [
    ['delete', 0],
    ['restore', 1],
  ] as const) {
    const before = desk.events.length;
    const turned = await ours.owner.post(`tickets/${how}`, { filter: { conditions: [['id', '=', ticketId]] } });
    expect(turned.status, turned.text).toBe(200);
    await desk.hears((event) => event.params.moves_news === true && desk.events.indexOf(event) >= before);
    expect(await unread(mira), how).toBe(count);
  }
  await desk.close();
});
