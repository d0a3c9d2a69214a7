import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MessengerErrorKey, messengerErrors } from '#contract/messenger-errors.ts';
import { secondsToNextCheck, stateAfter } from './next-check.ts';

const middle = (key: MessengerErrorKey | null, failures = 1, retrySeconds: number | null = null) =>
  secondsToNextCheck({ key, failures, retrySeconds }, 0.5);

test('what works is looked at every half hour, what somebody must put right every hour', () => {
  expect([middle(null, 0), middle('token_revoked'), stateAfter('token_revoked')]).toEqual([
    1800,
    3600,
    'action_needed',
  ]);
});

test('what passes by itself is tried soon, and then less and less often', () => {
  expect(stateAfter('provider_down')).toBe('degraded');
  expect([1, 2, 3, 4, 5, 99].map((failures) => middle('provider_down', failures))).toEqual([
    60, 120, 300, 900, 1800, 1800,
  ]);
});

test('whoever asks for patience gets all of it, though no more than a day', () => {
  const keys = fc.constantFrom(null, ...(Object.keys(messengerErrors) as MessengerErrorKey[]));
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(keys, fc.nat(100), fc.nat(1_000_000), random, (key, failures, retrySeconds, chance) => {
      const seconds = secondsToNextCheck({ key, failures: failures + 1, retrySeconds }, chance);
      expect(seconds).toBeGreaterThanOrEqual(Math.min(retrySeconds, 86_400));
      expect(seconds).toBeGreaterThanOrEqual(48);
      expect(seconds).toBeLessThanOrEqual(86_400 * 1.2);
    }),
  );
});

test('those that were added together do not stay together', () => {
  const spread = [0, 0.25, 0.5, 0.75, 1].map((chance) =>
    secondsToNextCheck({ key: null, failures: 0, retrySeconds: null }, chance),
  );
  expect(spread).toEqual([1440, 1620, 1800, 1980, 2160]);
});
