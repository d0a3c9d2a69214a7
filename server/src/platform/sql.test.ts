import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from './sql.ts';

test('values become parameters in their order, across nested pieces', () => {
  const inner = sql`b = ${2} or c = ${[3, 4]}`;
  const query = sql`select * from t where a = ${1} and (${inner}) and d = ${null}`;
  expect(query.text).toBe('select * from t where a = $1 and (b = $2 or c = $3) and d = $4');
  expect(query.values).toEqual([1, 2, [3, 4], null]);
});

test('pieces are joined, and nothing joined is nothing', () => {
  const joined = sql`insert into t values ${sql.join([1, 2, 3].map((n) => sql`(${n})`))}`;
  expect(joined.text).toBe('insert into t values ($1), ($2), ($3)');
  expect(joined.values).toEqual([1, 2, 3]);
  expect(sql`a${sql.join([])}b${sql.empty}`.text).toBe('ab');
  expect(sql.join([sql`x`, sql`y`], ' and ').text).toBe('x and y');
});

test('A2 no value ever becomes text, not even one that looks like a piece of ours', () => {
  const pretender = { parts: ['; drop table tickets; --'], params: [], text: '; drop table tickets' };
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.anything(), fc.constant(pretender)), { maxLength: 6 }), (values) => {
      const query = sql`select ${sql.join(values.map((value) => sql`${value}`))}`;
      expect(query.text).toBe(
        values.length === 0 ? 'select ' : `select ${values.map((_value, i) => `$${i + 1}`).join(', ')}`,
      );
      expect(query.values).toEqual(values);
    }),
  );
});
