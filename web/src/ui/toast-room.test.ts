import { expect, test } from 'vitest';
import { type StandingToast, whoGivesWay } from './toast-room.ts';

const aToast = (id: string, more: Partial<StandingToast> = {}): StandingToast => ({
  id,
  hasAction: false,
  isError: false,
  isHeld: false,
  ...more,
});
const undo = { hasAction: true };

test('the newest word has room at once: the oldest that offers nothing gives way, and none that is being read', () => {
  const goes = (...standing: StandingToast[]) => whoGivesWay(standing)?.id;
  expect(goes(aToast('a', undo), aToast('b'))).toBeUndefined();
  expect(goes(aToast('a', undo), aToast('b'), aToast('c'))).toBe('b');
  expect(goes(aToast('a', undo), aToast('b', undo), aToast('c', undo))).toBe('a');
  expect(goes(aToast('a', { isError: true }), aToast('b', undo), aToast('c', undo))).toBe('b');
  expect(goes(aToast('a', { isHeld: true }), aToast('b', undo), aToast('c', { isError: true }))).toBe('b');
  const held = { isError: true, isHeld: true };
  expect(goes(aToast('a', held), aToast('b', held), aToast('c', held))).toBe('a');
});
