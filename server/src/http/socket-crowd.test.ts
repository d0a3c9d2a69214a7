import { expect, test } from 'vitest';
import { createSocketCrowd, socketsPerAddressMax, socketsPerPersonMax } from './socket-crowd.ts';

test('A44 one address has room for many people, and for no more than that', () => {
  const enter = createSocketCrowd();
  const office = (n: number) => ({ personId: n, ip: `2001:db8::${n.toString(16)}` });
  const leaves = Array.from({ length: socketsPerAddressMax }, (_, n) => enter(office(n)));
  expect(leaves.every((leave) => leave !== undefined)).toBe(true);
  expect(enter(office(1000))).toBeUndefined();
  expect(enter({ personId: 1000, ip: '2001:db8:0:1::1' })).toBeDefined();
  leaves[0]?.();
  leaves[0]?.();
  expect(enter(office(1001))).toBeDefined();
  expect(enter(office(1002))).toBeUndefined();
});

test('A44 one person has room for many tabs, wherever they are', () => {
  const enter = createSocketCrowd();
  const tab = (n: number) => enter({ personId: 7, ip: `203.0.113.${n}` });
  const leaves = Array.from({ length: socketsPerPersonMax }, (_, n) => tab(n));
  expect(tab(100)).toBeUndefined();
  for (const leave of leaves) leave?.();
  expect(tab(100)).toBeDefined();
});
