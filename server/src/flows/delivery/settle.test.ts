import { describe, expect, test } from 'vitest';
import { afterReports, type Recipient } from '#domain/messages/index.ts';
import { type Attempt, decide, pauseSeconds } from './settle.ts';

const now = new Date('2026-11-20T10:00:00Z');
const inFiveDays = new Date('2026-11-25T10:00:00Z');
const waiting = (...addresses: string[]): Recipient[] => addresses.map((address) => ({ address, state: 'waiting' }));
const nothing: Attempt = { accepted: [], later: [], never: [], error: null };
const greylisted = { address: 'bob@x.test', reason: '451 come back in 5 minutes' };
const unknown = { address: 'cut@x.test', reason: '550 no such user' };
const settle = (
  recipients: Recipient[],
  attempt: Partial<Attempt>,
  about: { attempts?: number; giveUpAt?: Date; pauseSecondsMin?: number } = {},
) =>
  decide(
    { recipients, attempts: about.attempts ?? 1, give_up_at: about.giveUpAt ?? inFiveDays },
    { ...nothing, ...attempt },
    { now, random: 0, ...(about.pauseSecondsMin ? { pauseSecondsMin: about.pauseSecondsMin } : {}) },
  );

describe('an attempt to send', () => {
  test('that everybody accepted: sent, whatever the case of the addresses, and a copy is owed', () => {
    expect(settle(waiting('Ann@X.test'), { accepted: ['ann@x.test'] })).toEqual({
      state: 'sent',
      recipients: [{ address: 'Ann@X.test', state: 'accepted' }],
      errorKey: null,
      error: null,
      copyAfterSeconds: 0,
    });
  });

  test('with one who accepted, one for later, one who refused: only the one for later waits', () => {
    const { state, recipients, error, againInSeconds, copyAfterSeconds } = settle(
      waiting('ann@x.test', 'bob@x.test', 'cut@x.test'),
      {
        accepted: ['ann@x.test'],
        later: [greylisted],
        never: [unknown],
      },
    );
    expect(state).toBe('queued');
    expect(recipients).toEqual([
      { address: 'ann@x.test', state: 'accepted' },
      { address: 'bob@x.test', state: 'waiting' },
      { address: 'cut@x.test', state: 'refused', reason: '550 no such user' },
    ]);
    expect(error).toBe('451 come back in 5 minutes');
    expect(againInSeconds).toBe(30);
    expect(copyAfterSeconds).toBe(0);
  });

  test('after which nobody waits and one had refused: sent, and the refusal is told', () => {
    const before: Recipient[] = [
      { address: 'cut@x.test', state: 'refused', reason: '550 no such user' },
      ...waiting('bob@x.test'),
    ];
    expect(settle(before, { accepted: ['bob@x.test'] })).toMatchObject({
      state: 'sent',
      errorKey: 'partly_refused',
      error: '550 no such user',
    });
  });

  test('that everybody refused: failed, in the words of the server, and no copy', () => {
    const error = { key: 'recipient_refused', details: '550 no such user' };
    expect(settle(waiting('cut@x.test'), { never: [unknown], error })).toMatchObject({
      state: 'failed',
      errorKey: 'recipient_refused',
      error: '550 no such user',
      copyAfterSeconds: null,
    });
  });

  test('that never reached the server: everybody waits', () => {
    const error = { key: 'connection_refused', details: 'ECONNREFUSED' };
    expect(settle(waiting('ann@x.test', 'bob@x.test'), { error })).toMatchObject({
      state: 'queued',
      errorKey: 'connection_refused',
      recipients: waiting('ann@x.test', 'bob@x.test'),
    });
  });

  test('after five days is the last: who waits is refused with the last words', () => {
    const last = { giveUpAt: now, attempts: 8 };
    expect(settle(waiting('bob@x.test'), { later: [greylisted] }, last)).toMatchObject({
      state: 'failed',
      error: greylisted.reason,
    });
    expect(settle(waiting('bob@x.test'), { error: { key: 'timed_out', details: 'No answer' } }, last)).toMatchObject({
      state: 'failed',
      error: 'No answer',
    });
  });

  test('whose five days passed while nobody tried is not the last, where the server asks to come back in minutes', () => {
    const late = { giveUpAt: now, attempts: 1 };
    expect(settle(waiting('bob@x.test'), { later: [greylisted] }, late)).toMatchObject({ state: 'queued' });
  });

  test('pauses grow from half a minute to four hours, and a plea for patience is heeded', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 100].map((attempts) => pauseSeconds(attempts, 0));
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400, 14_400, 14_400]);
    expect(pauseSeconds(1, 1)).toBe(36);
    const { againInSeconds } = settle(waiting('bob@x.test'), { later: [greylisted] }, { pauseSecondsMin: 300 });
    expect(againInSeconds).toBe(300);
  });

  test('never touches those who are done, even if the server names them again', () => {
    const done: Recipient[] = [{ address: 'ann@x.test', state: 'accepted' }, ...waiting('bob@x.test')];
    const { recipients } = settle(done, { never: [{ address: 'ann@x.test', reason: '550' }], later: [greylisted] });
    expect(recipients).toEqual(done);
  });

  test('with a report that came meanwhile: what it says stays', () => {
    const reported: Recipient[] = [{ address: 'ann@x.test', state: 'refused', reason: '5.1.1' }];
    expect(settle(reported, { accepted: ['ann@x.test'] })).toMatchObject({
      state: 'failed',
      recipients: reported,
      error: '5.1.1',
    });
  });
});

describe('a delivery report', () => {
  const accepted = (...addresses: string[]): Recipient[] =>
    addresses.map((address) => ({ address, state: 'accepted' }));

  test('names its recipient in any case', () => {
    expect(afterReports(accepted('ann@x.test', 'bob@x.test'), [{ address: 'BOB@x.test', reason: 'full' }])).toEqual([
      { address: 'ann@x.test', state: 'accepted' },
      { address: 'bob@x.test', state: 'refused', reason: 'full' },
    ]);
  });

  test('of an unknown address is about the only recipient, and about nobody when there are several', () => {
    const report = [{ address: 'elsewhere@y.test', reason: 'full' }];
    expect(afterReports(accepted('ann@x.test'), report)).toEqual([
      { address: 'ann@x.test', state: 'refused', reason: 'elsewhere@y.test: full' },
    ]);
    expect(afterReports(accepted('ann@x.test', 'bob@x.test'), report)).toEqual(accepted('ann@x.test', 'bob@x.test'));
  });
});
