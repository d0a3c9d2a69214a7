import { expect, test } from 'vitest';
import { neighboursOf } from './use-neighbours.ts';

test('next and previous follow the list', () => {
  expect(neighboursOf([5, 4, 3], 1, 0)).toEqual({ previous: 5, next: 3 });
  expect(neighboursOf([5, 4, 3], 2, 0)).toEqual({ previous: 4, next: null });
});

test('after a ticket was resolved, next is the one that took its place', () => {
  expect(neighboursOf([5, 3], -1, 1)).toEqual({ previous: 5, next: 3 });
});

test('a ticket that is in no list leads to the first', () => {
  expect(neighboursOf([5, 4], -1, 0)).toEqual({ previous: null, next: 5 });
  expect(neighboursOf([], -1, 0)).toEqual({ previous: null, next: null });
});
