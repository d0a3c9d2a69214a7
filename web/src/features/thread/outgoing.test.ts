import { expect, test } from 'vitest';
import {
  asLeavingNow,
  asMoved,
  asTriedAgain,
  comesBack,
  type Outgoing,
  queueOf,
  secondsStillLeft,
  sentVersionOf,
  withOutgoing,
} from './outgoing.ts';
import { aMessage } from './sample-message.ts';
import { anOutgoing } from './sample-outgoing.ts';

const olena = { id: 4, name: 'Olena Kovalenko' };
const reply = anOutgoing();

test('a reply shows at once, below what the server knows', () => {
  const shown = withOutgoing([aMessage({ id: 1 })], [reply], olena);
  expect(shown.map((m) => [m.kind, m.author.name, m.client_id])).toEqual([
    ['inbound', 'Hanna Lindqvist', null],
    ['outbound', 'Olena Kovalenko', reply.client_id],
  ]);
});

test('it is one letter when the socket was quicker than the answer', () => {
  const stored = aMessage({ id: 2, kind: 'outbound', client_id: reply.client_id });
  expect(withOutgoing([aMessage({ id: 1 }), stored], [reply], olena).map((m) => m.id)).toEqual([1, 2]);
});

test('the seconds in which a letter can be taken back go on while its ticket is not on the screen', () => {
  expect(secondsStillLeft(30, 1_000, 13_000)).toBe(18);
  expect(secondsStillLeft(10, 1_000, 13_000)).toBeLessThanOrEqual(0);
  expect(secondsStillLeft(30, 2_000, 1_000), 'a clock was set back').toBe(30);
});

test('a pending note is a note, never a letter', () => {
  expect(withOutgoing([], [{ ...reply, kind: 'note' }], olena)[0]?.kind).toBe('note');
});

test('one whose ticket was merged is of the other ticket, and of no draft there', () => {
  const moved = asMoved({ ...reply, case_number: 'LO-1', draft_version: 3 }, { id: 9, case_number: 'LO-9' });
  expect(moved).toMatchObject({ client_id: reply.client_id, ticket_id: 9, case_number: 'LO-9' });
  expect(sentVersionOf([moved], 'reply')).toBe(0);
});

test('F15 letters of a ticket leave in the order they were written; a refused one holds up none, nor does another ticket', () => {
  const letter = (client_id: string, is: 'waiting' | 'refused' = 'waiting', ticket_id = 1): Outgoing => ({
    ...{ ...reply, client_id, ticket_id },
    state: is === 'refused' ? { is, key: 'forbidden', message: 'No' } : { is },
  });
  const [refused, first, second, other] = [
    letter('refused', 'refused'),
    letter('first'),
    letter('second'),
    letter('other', 'waiting', 2),
  ];
  expect(queueOf([refused, first, other, second], 1)).toEqual([first, second]);
});

test('one that its writer took back is shown nowhere, holds up none, and comes back into the composer once', () => {
  const withdrawn = (isBack: boolean): Outgoing => ({
    ...{ ...reply, draft_version: 3 },
    state: { is: 'withdrawn', isBack },
  });
  const next: Outgoing = { ...reply, client_id: 'next', state: { is: 'waiting' } };
  for (const isBack of [false, true]) {
    expect(queueOf([withdrawn(isBack), next], 1)).toEqual([next]);
    expect(withOutgoing([], [withdrawn(isBack), next], olena).map((one) => one.client_id)).toEqual(['next']);
    expect(comesBack(withdrawn(isBack))).toBe(!isBack);
    expect(sentVersionOf([withdrawn(isBack)], 'reply'), 'what stands on the server is its draft again').toBe(
      isBack ? 0 : 3,
    );
  }
  const refusedFor = (key: string) => ({ state: { is: 'refused', key, message: '' } }) as const;
  expect(['was_taken_back', 'answered_meanwhile', 'forbidden'].map((key) => comesBack(refusedFor(key)))).toEqual([
    ...[true, true, false],
  ]);
});

test('what waited for a connection for longer than its snooze answers; what was to leave at a time that has passed is asked about', () => {
  const now = new Date('2026-11-19T17:00:00Z');
  const until = (time: string): Outgoing => ({ ...reply, snooze: { until: `2026-11-19 ${time}`, reason: 'the mill' } });
  expect(asLeavingNow(until('17:00:01'), now)).toEqual(until('17:00:01'));
  expect(asLeavingNow(until('17:00:00'), now)).toEqual({ ...reply, snooze: null });
  const later: Outgoing = { ...reply, send_at: '2026-11-19 16:00:00' };
  expect(asLeavingNow(later, now)).toEqual(later);
  const refusedFor = (key: string): Outgoing => ({ ...later, state: { is: 'refused', key, message: '' } });
  expect(asTriedAgain(refusedFor('time_not_ahead')).send_at, 'tried again, it leaves at once').toBe(null);
  expect(asTriedAgain(refusedFor('ticket_not_found')).send_at).toBe(later.send_at);
});
