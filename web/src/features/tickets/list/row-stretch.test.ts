import { expect, test } from 'vitest';
import { cutStretch, goneRows, grownStretch } from './row-stretch.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const from = (start: number, ...ids: number[]) => ({ start, rows: rows(...ids) });

test('who scrolls on gets what lies below, and what was read stays where it is', () => {
  expect(grownStretch(from(0, 1, 2, 3), from(0, 1, 2, 3, 4, 5))).toEqual({ ...from(0, 1, 2, 3, 4, 5), drift: 0 });
  expect(grownStretch(from(50, 51, 52), from(48, 49, 50, 51, 52, 53))).toEqual({
    ...from(48, 49, 50, 51, 52, 53),
    drift: 0,
  });
});

test('two letters that came in above push nothing: the places drift apart, and nothing is shown twice or left out', () => {
  const grown = grownStretch(from(50, 51, 52, 53), from(50, 49, 50, 51, 52, 53, 54));
  expect(grown).toEqual({ ...from(48, 49, 50, 51, 52, 53, 54), drift: 2 });
});

test('at the top what came in is news, not rows', () => {
  expect(grownStretch(from(0, 1, 2, 3), from(0, 8, 9, 1, 2, 3, 4))).toEqual({ ...from(0, 1, 2, 3, 4), drift: 2 });
});

test('one that was answered far below and stands at the top now leads nobody astray', () => {
  const grown = grownStretch(
    from(60, 61, 62, 63),
    from(0, 62, ...Array.from({ length: 64 }, (_, i) => i + 1).filter((id) => id !== 62), 65),
  );
  expect(grown?.start).toBe(0);
  expect(grown?.rows.slice(60).map((row) => row.id)).toEqual([61, 62, 63, 64, 65]);
});

test('who jumps far away is shown what is there', () => {
  expect(grownStretch(from(0, 1, 2), from(5000, 71, 72))).toBeNull();
});

test('what a colleague resolved is gone; what was merely not fetched is not', () => {
  const shown = from(50, 51, 52, 53, 54);
  expect(goneRows(shown, { ...from(50, 51, 53), isEnd: false })).toEqual(new Set([52]));
  expect(goneRows(shown, { ...from(50, 51, 53), isEnd: true })).toEqual(new Set([52, 54]));
  expect(goneRows(from(0, 1, 2), { ...from(0), isEnd: true })).toEqual(new Set([1, 2]));
});

test('what is far away is let go', () => {
  const long = { ...from(10, 11, 12, 13, 14), drift: 1 };
  expect(cutStretch(long, 11, 13)).toEqual({ ...from(11, 12, 13), drift: 1 });
  expect(cutStretch(long, 0, 50)).toBe(long);
});
