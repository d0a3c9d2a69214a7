import { expect, test } from 'vitest';
import { viewTypes } from '#contract/tickets.ts';
import { after, joined, parted, takesLetters, waitingSince } from './ticket-life.ts';

test('whatever the state, a customer who writes makes it our turn and an answer of ours makes it theirs', () => {
  for (const state of viewTypes) {
    expect(after(state, 'customerWrote')).toBe('');
    expect(after(state, 'agentReplied')).toBe('answered');
    expect(after(state, 'agentResolved')).toBe('resolved');
  }
});

test('what is resolved cannot be snoozed, and only a snooze can end', () => {
  expect(after('resolved', 'agentSnoozed')).toBeUndefined();
  expect(after('', 'snoozeEnded')).toBeUndefined();
  expect(after('snoozed', 'snoozeEnded')).toBe('');
});

test('an answer that reached nobody makes it our turn, unless it is or comes back by itself', () => {
  expect(after('answered', 'answerFailed')).toBe('');
  expect(after('resolved', 'answerFailed')).toBe('');
  expect(after('', 'answerFailed')).toBeUndefined();
  expect(after('snoozed', 'answerFailed')).toBeUndefined();
  const [nine, ten] = [new Date('2026-11-20T09:00:00Z'), new Date('2026-11-20T10:00:00Z')];
  expect(waitingSince(nine, 'answerFailed', ten), 'as long as without it').toBe(nine);
  expect(waitingSince(null, 'answerFailed', ten), 'nobody wrote before').toBe(ten);
});

test('Hanna waits from her first unanswered word, not from her last', () => {
  const [nine, ten] = [new Date('2026-11-20T09:00:00Z'), new Date('2026-11-20T10:00:00Z')];
  const first = waitingSince(null, 'customerWrote', nine);
  expect(first).toBe(nine);
  expect(waitingSince(first, 'customerWrote', ten)).toBe(nine);
  expect(waitingSince(first, 'agentReplied', ten)).toBeNull();
  expect(waitingSince(first, 'agentSnoozed', ten)).toBe(nine);
  expect(waitingSince(null, 'agentTookBack', ten)).toBeNull();
});

test('a letter still belongs to what was resolved for fourteen days, to the minute', () => {
  const resolved = { view_type: 'resolved', resolved_at: new Date('2026-11-01T09:00:00Z') } as const;
  expect(takesLetters(resolved, new Date('2026-11-15T09:00:00Z'))).toBe(true);
  expect(takesLetters(resolved, new Date('2026-11-15T09:01:00Z'))).toBe(false);
  expect(takesLetters({ ...resolved, view_type: 'answered' }, new Date('2027-11-15T09:01:00Z'))).toBe(true);
});

test('what leaves a ticket stands where its last word leaves it; notes and answers of programs leave it as it was', () => {
  const [nine, ten, eleven] = [9, 10, 11].map((hour) => new Date(Date.UTC(2026, 10, 20, hour))) as [Date, Date, Date];
  const note = { kind: 'note', mail_kind: null, added: eleven } as const;
  const byProgram = { kind: 'outbound', mail_kind: 'automatic', added: ten } as const;
  const ours = { kind: 'outbound', mail_kind: null, added: ten } as const;
  const theirs = (added: Date) => ({ kind: 'inbound', mail_kind: 'human', added }) as const;
  for (const state of viewTypes) {
    expect(parted([note], state)).toEqual({ view_type: state, waiting_since: null });
    expect(parted([byProgram], state)).toEqual({ view_type: state, waiting_since: null });
    expect(parted([theirs(nine), ours, note], state)).toEqual({ view_type: 'answered', waiting_since: null });
    expect(parted([theirs(nine), byProgram, note], state)).toEqual({ view_type: '', waiting_since: nine });
    expect(parted([theirs(nine), ours, theirs(eleven)], state)).toEqual({ view_type: '', waiting_since: eleven });
  }
});

test('of two tickets in which nobody waits nobody waits; otherwise since the longer time', () => {
  const [nine, ten] = [new Date('2026-11-20T09:00:00Z'), new Date('2026-11-20T10:00:00Z')];
  const open = (waiting_since: Date | null) => ({ view_type: '', waiting_since }) as const;
  expect(joined(open(null), open(null))).toBeUndefined();
  expect(joined(open(nine), open(null))).toBeUndefined();
  expect(joined(open(nine), open(ten))).toBeUndefined();
  expect(joined(open(null), open(ten))?.waitingSince).toBe(ten);
  expect(joined(open(ten), open(nine))?.waitingSince).toBe(nine);
  expect(waitingSince(null, 'joinedByOpen', ten)).toBeNull();
  expect(waitingSince(nine, 'joinedByOpen', ten)).toBe(nine);
});

test('what slept comes back when it joins another one, unless that sleeps and wakes no later', () => {
  const [nine, ten] = [new Date('2026-11-20T09:00:00Z'), new Date('2026-11-20T10:00:00Z')];
  const asleep = (snoozed_until: Date) => ({ view_type: 'snoozed', waiting_since: nine, snoozed_until }) as const;
  const comesBack = { happening: 'joinedByOpen', waitingSince: nine };
  expect(joined({ view_type: 'answered', waiting_since: null }, asleep(ten))).toEqual(comesBack);
  expect(joined({ view_type: 'resolved', waiting_since: null }, asleep(ten))).toEqual(comesBack);
  expect(joined({ view_type: '', waiting_since: ten }, asleep(ten))).toEqual(comesBack);
  expect(joined({ view_type: '', waiting_since: nine }, asleep(ten))).toBeUndefined();
  expect(joined(asleep(ten), asleep(nine))).toEqual(comesBack);
  expect(joined(asleep(nine), asleep(ten))).toBeUndefined();
});
