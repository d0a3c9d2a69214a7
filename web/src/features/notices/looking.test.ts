import { expect, test } from 'vitest';
import { isLookedAt, pageOf, ringInOneTab, sayLooking } from './looking.ts';

test('news is about a ticket, whatever list it was opened from, or about a letter without one', () => {
  const page = (pathname: string, searchStr = '') => pageOf({ pathname, searchStr });
  const letter = crypto.randomUUID();
  expect(page('/v1/tickets/7', '?view=mine')).toBe('tickets/7');
  expect(page('/v1/compose', `?letter=${letter}`)).toBe(`compose?letter=${letter}`);
  expect([page('/v1/tickets'), page('/v1/compose')]).toEqual([undefined, undefined]);
});

test('what somebody looks at in one tab is known in the others, until they turn to something else', async () => {
  expect(await isLookedAt('tickets/1')).toBe(false);
  const lets = [sayLooking('tickets/1'), sayLooking('tickets/1')];
  await expect.poll(() => isLookedAt('tickets/1')).toBe(true);
  expect(await isLookedAt('tickets/11')).toBe(false);
  lets[0]?.();
  expect(await isLookedAt('tickets/1'), 'another window shows it').toBe(true);
  lets[1]?.();
  await expect.poll(() => isLookedAt('tickets/1')).toBe(false);
});

test('a tab that may not sound leaves it to one that may, and only one rings', async () => {
  const rung: string[] = [];
  const tab = (name: string, mayRing: boolean) =>
    ringInOneTab(
      async () => mayRing,
      async () => void rung.push(name),
    );
  const all = Promise.all([tab('restored', false), tab('touched', true), tab('touched too', true)]);
  await expect.poll(() => rung).toEqual(['touched']);
  await all;
  expect(rung).toEqual(['touched']);
});
