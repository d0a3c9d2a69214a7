import { expect, test } from 'vitest';
import { wished } from './token-scopes.ts';

const all = [
  { entity: 'tickets', read: ['tickets.get'], write: ['tickets.update', 'tickets.delete'] },
  { entity: 'customers', read: ['customers.get'], write: ['customers.update'] },
];

test('a token that reads changes nothing', () => {
  expect(wished('reading', all, new Set(['tickets write']))).toEqual(['tickets.get', 'customers.get']);
});

test('who may change a noun may read it, and nothing of another', () => {
  expect(wished('chosen', all, new Set(['tickets write']))).toEqual([
    'tickets.get',
    'tickets.update',
    'tickets.delete',
  ]);
  expect(wished('chosen', all, new Set(['customers read']))).toEqual(['customers.get']);
  expect(wished('chosen', all, new Set())).toEqual([]);
});
