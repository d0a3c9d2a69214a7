import { expect, test } from 'vitest';
import { neighboursOf } from './use-neighbours.ts';

test('next and previous follow the list', () => {
  expect(neighboursOf([5, 4, 3], 4, [])).toEqual({ previous: 5, next: 3 });
  expect(neighboursOf([5, 4, 3], 3, [])).toEqual({ previous: 4, next: null });
});

test('after a ticket was resolved, next is the one that took its place', () => {
  expect(neighboursOf([5, 3], 4, [5, 4, 3])).toEqual({ previous: 5, next: 3 });
  // With it went the one behind, and more of the list has come in before.
  expect(neighboursOf([8, 7, 6, 5, 2], 4, [5, 4, 3, 2])).toEqual({ previous: 5, next: 2 });
  // It was the last one that was there, and more has come in behind.
  expect(neighboursOf([5, 3], 4, [5, 4])).toEqual({ previous: 5, next: 3 });
  expect(neighboursOf([5], 4, [5, 4])).toEqual({ previous: 5, next: null });
});

test('of another stretch of the list, where nobody of its neighbours stands, nothing is next', () => {
  expect(neighboursOf([99, 98, 97], 4, [5, 4, 3])).toEqual({ previous: null, next: null });
});

test('a ticket that is in no list leads to the first', () => {
  expect(neighboursOf([5, 4], 1, [])).toEqual({ previous: null, next: 5 });
  expect(neighboursOf([], 1, [])).toEqual({ previous: null, next: null });
});
