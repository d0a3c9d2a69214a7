import { afterEach, expect, test, vi } from 'vitest';
import { en as english } from '../app/words-en.ts';
import { ua as ukrainian } from '../app/words-ua.ts';
import { backAt, dayOf, whenLast } from './when.ts';

const now = new Date('2026-11-20T20:30:00Z'); // Friday, in Kyiv 22:30
const at = (text: string) => new Date(text);
const sitIn = (zone: string) => vi.stubEnv('TZ', zone);
afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['2026-11-20T21:00:00Z', 'Europe/Kyiv', 'Back today 23:00', 'Будемо сьогодні о 23:00'],
  ['2026-11-21T07:00:00Z', 'Europe/Kyiv', 'Back tomorrow 09:00', 'Будемо завтра о 09:00'],
  ['2026-11-23T07:00:00Z', 'Europe/Kyiv', 'Back Monday 09:00', 'Будемо в понеділок о 09:00'],
  ['2026-11-24T09:00:00Z', 'Europe/Kyiv', 'Back Tuesday 11:00', 'Будемо у вівторок об 11:00'],
  ['2026-11-25T07:00:00Z', 'Europe/Kyiv', 'Back Wednesday 09:00', 'Будемо в середу о 09:00'],
  ['2026-11-22T07:00:00Z', 'Europe/Kyiv', 'Back Sunday 09:00', 'Будемо в неділю о 09:00'],
  ['2026-11-23T07:00:00Z', 'America/New_York', 'Back Monday 02:00', 'Будемо в понеділок о 02:00'],
  ['2026-12-03T07:00:00Z', 'Europe/Kyiv', 'Back 3 December 09:00', 'Будемо 3 грудня о 09:00'],
])('%s in %s', (back, zone, en, ua) => {
  sitIn(zone);
  expect(backAt(at(back), now, english)).toBe(en);
  expect(backAt(at(back), now, ukrainian)).toBe(ua);
});

test('days are those of the wall where the visitor sits', () => {
  sitIn('Europe/Kyiv');
  expect(dayOf(at('2026-11-20T21:59:00Z'), at('2026-11-20T22:01:00Z'), english)).toBe('yesterday');
  sitIn('UTC');
  expect(dayOf(at('2026-11-20T21:59:00Z'), at('2026-11-20T22:01:00Z'), ukrainian)).toBe('сьогодні');
  expect(whenLast(at('2026-11-20T10:00:00Z'), now, english)).toBe('10:00');
  expect(whenLast(at('2026-03-02T10:00:00Z'), now, ukrainian)).toBe('2 бер.');
});
