import { expect, test, vi } from 'vitest';
import { expectWayBack, offerWayBack, takeLastBack } from './ways-back.ts';

test('Z takes back the newest first, each once, and nothing that was withdrawn', () => {
  const [first, second, third] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  offerWayBack(first);
  const withdraw = offerWayBack(second);
  offerWayBack(third);
  withdraw();
  for (let n = 0; n < 4; n++) takeLastBack();
  expect([first, second, third].map((one) => one.mock.calls.length)).toEqual([1, 0, 1]);
});

test('Z pressed before something is done means that, and not what was done before it', () => {
  const [before, putBack] = [vi.fn<() => void>(), vi.fn<() => void>()];
  offerWayBack(before);
  const underWay = expectWayBack(putBack);
  takeLastBack();
  expect([before, putBack].map((one) => one.mock.calls.length)).toEqual([0, 1]);
  expect(underWay.end()).toBe(true);
  takeLastBack();
  expect(before).toHaveBeenCalledOnce();

  const other = expectWayBack(putBack);
  expect(other.end()).toBe(false);
  takeLastBack();
  expect(putBack).toHaveBeenCalledOnce();
});
