import { describe, expect, test } from 'vitest';
import { createPlaces } from './shared-places.ts';

let now = 0;
const places = () => {
  now = 0;
  const made = createPlaces({ movingMax: 8, asideMax: 8, slowMilliseconds: 1000 }, () => now);
  let id = 0;
  return {
    ...made,
    take: (company: number, host: string, count = 1) => {
      for (let i = 0; i < count; i++) made.take(++id, company, host);
    },
    isFull: () => made.taken() === 'all',
    mayNot: (company: number, host: string) => {
      const taken = made.taken();
      if (taken === 'all') return true;
      return (
        taken.companies.includes(company) || taken.hosts.includes(host) || taken.pairs.includes(`${company} ${host}`)
      );
    },
  };
};

describe('a company and a server hold a part of the places only', () => {
  test('half of them for a server, whoever sends by it', () => {
    const at = places();
    for (const company of [1, 2, 3, 4]) at.take(company, 'slow.test');
    expect([at.mayNot(5, 'slow.test'), at.mayNot(5, 'fine.test'), at.isFull()]).toEqual([true, false, false]);
  });

  test('three quarters of them for a company, by however many servers', () => {
    const at = places();
    at.take(1, 'slow.test', 4);
    for (const host of ['a.test', 'b.test']) {
      expect(at.mayNot(1, host)).toBe(false);
      at.take(1, host);
    }
    expect([at.mayNot(1, 'e.test'), at.mayNot(2, 'e.test')]).toEqual([true, false]);
  });

  test('a name is one server however it is written', () => {
    const at = places();
    at.take(1, 'Slow.test', 4);
    expect(at.mayNot(2, 'slow.test')).toBe(true);
  });
});

describe('who is slow goes on aside', () => {
  test('and leaves the places to others, but gets no more of its own', () => {
    const at = places();
    at.take(1, 'slow.test', 4);
    at.take(2, 'tar.test', 4);
    expect(at.isFull()).toBe(true);
    now = 1000;
    expect(at.isFull()).toBe(false);
    expect([at.mayNot(1, 'slow.test'), at.mayNot(1, 'fine.test'), at.mayNot(3, 'slow.test')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('where there is a part of the room for its company and its server', () => {
    const at = places();
    for (const company of [1, 2, 3, 4]) at.take(company, 'slow.test');
    now = 1000;
    for (const company of [5, 6, 7, 8]) at.take(company, 'slow.test');
    now = 3000;
    expect([at.mayNot(9, 'slow.test'), at.mayNot(9, 'fine.test')]).toEqual([true, false]);
    at.leave(1);
    expect(at.mayNot(9, 'slow.test')).toBe(false);
  });
});
