import { expect, test } from 'vitest';
import { numberOf } from './move-to-ticket.tsx';

test('a ticket is named by its number, with or without the letters of its company', () => {
  expect(numberOf('4318')).toBe(4318);
  expect(numberOf(' LO-4318 ')).toBe(4318);
  expect(numberOf('#4318')).toBe(4318);
  expect(numberOf('ЛД-12')).toBe(12);
  expect(numberOf('LO-')).toBeNull();
  expect(numberOf('0')).toBeNull();
  expect(numberOf('9999999999')).toBeNull();
  expect(numberOf('table leg')).toBeNull();
});
