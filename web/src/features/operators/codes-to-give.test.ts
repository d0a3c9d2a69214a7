import { expect, test } from 'vitest';
import type { PromoBatch } from '#contract/promo-codes.ts';
import { codesToGive } from './codes-to-give.ts';

const code = (promocode: string, more: object = {}) => ({
  ...{ id: 1, promocode, percent: 25, check: true, expire: 0, count: 1 },
  ...more,
});
const batch: PromoBatch = {
  ...{ id: 1, name: 'Winter', percent: 25, count: 1, made_by: null, added: '2026-11-01 00:00:00' },
  ...{ begin: '2026-11-01 00:00:00', expire: '2026-12-01 00:00:00' },
  promocodes: [code('GOOD'), code('REVOKED', { check: false }), code('USED UP', { count: 0 })],
};
const namesAt = (time: string) => codesToGive(batch, Date.parse(time)).map((one) => one.promocode);

test('codes that were revoked, are used up or are over are given to nobody', () => {
  expect(namesAt('2026-11-30T23:59:59Z')).toEqual(['GOOD']);
  expect(namesAt('2026-12-01T00:00:00Z')).toEqual([]);
});
