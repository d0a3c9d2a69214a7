import { expect, test } from 'vitest';
import { suggestionsFor, writingAt } from './suggest.ts';

const offered = (typed: string, names: readonly string[] = [], language: 'en' | 'uk' = 'en') => {
  const writing = writingAt(typed, typed.length);
  return writing ? suggestionsFor(writing, names, language).map((one) => one.insert) : [];
};

test('while an operator is being written, those that begin so are offered, in the language of the desk', () => {
  expect(offered('walnut ta')).toEqual(['tag:']);
  expect(offered('-те')).toEqual(['-tag:']);
  expect(offered('as', [], 'uk')).toEqual(['виконавець:']);
  for (const typed of ['', 'walnut ', 'zzz', '"tag', 'a:b:']) expect(offered(typed), typed).toEqual([]);
});

test('behind an operator its values are offered, in quotation marks where they need them', () => {
  expect(offered('status:re')).toEqual(['status:resolved ']);
  expect(offered('стан:', [], 'uk').slice(0, 2)).toEqual(['стан:відкритий ', 'стан:відкладений ']);
  expect(offered('x -tag:"late', ['Late refund'])).toEqual(['-tag:"Late refund" ']);
  expect(offered('assignee:ol', ['Olena'])).toEqual(['assignee:Olena ']);
  expect(offered('after:y')).toEqual(['after:yesterday ']);
});

test('only what stands before the cursor counts', () => {
  const writing = writingAt('ta walnut', 2);
  expect(writing).toMatchObject({ kind: 'operator', from: 0, to: 2, prefix: 'ta' });
});
