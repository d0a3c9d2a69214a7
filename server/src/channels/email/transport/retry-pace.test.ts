import { describe, expect, test } from 'vitest';
import { mailErrors } from '#contract/mail-errors.ts';
import { mailboxTimings } from './mail-settings.ts';
import { pauseAfter, policyFor } from './retry-pace.ts';

const luck = [0, 0.25, 0.5, 0.75, 0.999];

describe('the pause after a broken line', () => {
  test('doubles from 200 ms to a minute, and jitter only shortens it', () => {
    const longest = [1, 2, 3, 4, 8, 9, 10, 1_000].map((n) => pauseAfter(n, false, mailboxTimings, () => 1));
    expect(longest).toEqual([200, 400, 800, 1_600, 25_600, 51_200, 60_000, 60_000]);
    for (const random of luck) {
      const pause = pauseAfter(5, false, mailboxTimings, () => random);
      expect(pause).toBeGreaterThanOrEqual(1_600);
      expect(pause).toBeLessThanOrEqual(3_200);
    }
  });
});

describe('F9 the pause after a refused password', () => {
  test('is never shorter than five minutes and grows to an hour', () => {
    for (const random of luck) {
      for (let n = 1; n < 20; n++) {
        expect(pauseAfter(n, true, mailboxTimings, () => random)).toBeGreaterThanOrEqual(300_000);
      }
    }
    expect(pauseAfter(1, true, mailboxTimings, () => 0)).toBe(300_000);
    expect(pauseAfter(20, true, mailboxTimings, () => 0)).toBe(3_600_000);
  });

  test('every way of being refused is patient and asks for a person', () => {
    for (const key of [
      'wrong_password',
      'app_password_needed',
      'sign_in_again',
      'oauth_needed',
      'imap_disabled',
    ] as const) {
      expect(policyFor(key)).toEqual({ state: 'action_needed', patient: true });
    }
    expect(policyFor('throttled')).toEqual({ state: 'degraded', patient: true });
    expect(policyFor('connection_lost')).toEqual({ state: 'degraded', patient: false });
    expect(policyFor('certificate_untrusted')).toEqual({ state: 'action_needed', patient: false });
  });
});

test('a server that has no such name needs a person, and is tried at the pace of a broken line', () => {
  expect(policyFor('host_not_found')).toEqual({ state: 'action_needed', patient: false });
  expect(policyFor('dns_failed'), 'name servers come back').toEqual({ state: 'degraded', patient: false });
});

test('every fault has words', () => {
  for (const words of Object.values(mailErrors)) expect(words.length).toBeGreaterThan(20);
});
