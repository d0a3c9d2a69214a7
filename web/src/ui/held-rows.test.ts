import { describe, expect, test } from 'vitest';
import { changedRows, heldRows } from './held-rows.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id, version: 1 }));
const gone = (held: ReturnType<typeof heldRows>) => held.rows.filter((r) => r.gone).map((r) => r.row.id);

describe('rows under the pointer', () => {
  test('three new tickets wait behind the pill and nothing moves', () => {
    const held = heldRows(rows(5, 4, 3), rows(8, 7, 6, 5, 4, 3));
    expect(held.rows.map((r) => r.row.id)).toEqual([5, 4, 3]);
    expect(held.news).toBe(3);
    expect(gone(held)).toEqual([]);
  });

  test('an answered ticket that moved to the top keeps its place and shows its new content', () => {
    const held = heldRows(rows(5, 4, 3), [{ id: 3, version: 2 }, ...rows(5, 4)]);
    expect(held.rows.map((r) => [r.row.id, r.row.version])).toEqual([
      [5, 1],
      [4, 1],
      [3, 2],
    ]);
    expect(held.news).toBe(0);
  });

  test('what a colleague resolved stays in place as gone', () => {
    expect(gone(heldRows(rows(5, 4, 3), rows(5, 3)))).toEqual([4]);
    expect(gone(heldRows(rows(5, 4, 3), rows(5, 4)))).toEqual([3]);
  });

  test('what news pushed to the next page is not gone', () => {
    expect(gone(heldRows(rows(5, 4, 3), rows(6, 5, 4)))).toEqual([]);
    expect(gone(heldRows(rows(5, 4, 3), rows(7, 6, 5)))).toEqual([]);
  });

  test('what moves up from the next page is added below, and is no news', () => {
    const held = heldRows(rows(5, 4), rows(5, 4, 3));
    expect(held.rows.map((r) => r.row.id)).toEqual([5, 4, 3]);
    expect(held.news).toBe(0);
  });

  test('everything was resolved: all of it is gone', () => {
    expect(gone(heldRows(rows(5, 4), []))).toEqual([5, 4]);
  });
});

test('only rows whose version changed flash, new ones do not', () => {
  expect(changedRows(rows(5, 4), [{ id: 4, version: 2 }, ...rows(6, 5)])).toEqual([4]);
});
