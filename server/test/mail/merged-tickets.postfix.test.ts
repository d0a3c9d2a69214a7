import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShopWithMail, type Shop } from './shop-with-mail.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShopWithMail();
});
afterAll(() => shop?.close());

test('an answer to a merged ticket reaches the survivor, by token, by reference and by number; after unmerging it is its own again', async () => {
  const kept = await shop.ticketAbout('The lamp');
  const gone = await shop.ticketAbout('The lamp again');
  const { mailMessageId: ours } = await shop.answers(gone.id);
  const merged = await shop.olena.call('tickets/merge', { survivor_id: kept.id, ids: [gone.id] });
  expect(merged.status, merged.text).toBe(200);

  const ways: [string, object][] = [
    [
      'By token',
      { headers: { 'In-Reply-To': ours }, from: 'Hanna at work <hanna@office.test>', authentication: 'none' },
    ],
    [`By number [LO-${gone.number}]`, { authentication: 'pass' }],
  ];
  for (const [subject, how] of ways) {
    await shop.writes({ subject, ...how });
    expect(await shop.outcomeOf(subject)).toMatchObject({ outcome: 'appended', ticket_id: kept.id });
  }
  // What is answered from the survivor carries its number alone.
  const { mailMessageId: later } = await shop.answers(kept.id);

  await shop.olena.call('tickets/unmerge', { merge_ids: merged.body.data.merges.map((one: { id: number }) => one.id) });
  await shop.writes({ subject: 'Apart again', headers: { 'In-Reply-To': ours }, authentication: 'none' });
  expect(await shop.outcomeOf('Apart again')).toMatchObject({ outcome: 'appended', ticket_id: gone.id });
  await shop.writes({ subject: 'To the survivor', headers: { 'In-Reply-To': later }, authentication: 'none' });
  expect(await shop.outcomeOf('To the survivor')).toMatchObject({ outcome: 'appended', ticket_id: kept.id });
});

test('an answer to a letter that was split off goes where the letter is now', async () => {
  const ticket = await shop.ticketAbout('Table and chairs');
  const { messageId, mailMessageId: aboutChairs } = await shop.answers(ticket.id);
  const split = await shop.olena.call('tickets/split', { message_id: messageId, from_here: 1 });
  await shop.writes({ subject: 'The chairs', headers: { 'In-Reply-To': aboutChairs }, authentication: 'none' });
  expect(await shop.outcomeOf('The chairs')).toMatchObject({
    outcome: 'appended',
    ticket_id: split.body.data.ticket_id,
  });
});

test('a mail that was split off stands in the log with its new ticket, which is exported and forgotten with it, and goes back', async () => {
  const ticket = await shop.ticketAbout('A bench');
  const { mailMessageId: ours } = await shop.answers(ticket.id);
  await shop.writes({ subject: 'And a stool', headers: { 'In-Reply-To': ours }, authentication: 'none' });
  const { message_id } = await shop.outcomeOf('And a stool');
  const split = await shop.olena.call('tickets/split', { message_id, from_here: 1 });
  expect(split.status, split.text).toBe(200);
  const { ticket_id: fresh, split_id } = split.body.data;
  expect(await shop.outcomeOf('And a stool')).toMatchObject({ outcome: 'appended', ticket_id: fresh });
  expect(await shop.outcomeOf('A bench')).toMatchObject({ ticket_id: ticket.id });
  const back = await shop.olena.call('tickets/unsplit', { split_id });
  expect(back.status, back.text).toBe(200);
  expect(await shop.outcomeOf('And a stool')).toMatchObject({ outcome: 'appended', ticket_id: ticket.id });
});
