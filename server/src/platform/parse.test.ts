import { expect, test } from 'vitest';
import { z } from 'zod';
import { parse } from './parse.ts';
import { Problem, Problems } from './problem.ts';

const schema = z.strictObject({
  name: z.string().min(2).max(5),
  email: z.email(),
  kind: z.enum(['a', 'b']),
  flag: z.union([z.literal(0), z.literal(1)]),
  ids: z.array(z.int().positive().max(100)).min(1).max(3),
  port: z.int().min(1).max(65535).optional(),
  own: z
    .string()
    .refine((text) => text !== 'x', { params: { key: 'unsafe_header' } })
    .optional(),
});
const good = { name: 'abc', email: 'a@b.test', kind: 'a', flag: 1, ids: [1] };

function problemsOf(value: unknown): string[] {
  try {
    parse(schema, value, 'data');
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.all.map((one) => one.message);
    if (error instanceof Problem) return [error.message];
    throw error;
  }
}

test('what is right is passed on as it was parsed', () => {
  expect(parse(schema, good, 'data')).toEqual(good);
});

test.each<[string, unknown, string[]]>([
  ['a missing text', { ...good, name: undefined }, ['required (data.name)']],
  ['a missing choice', { ...good, kind: undefined }, ['required (data.kind)']],
  ['a missing union', { ...good, flag: undefined }, ['required (data.flag)']],
  ['a missing list', { ...good, ids: undefined }, ['required (data.ids)']],
  ['nothing at all', undefined, ['required (data)']],
  ['an empty list', { ...good, ids: [] }, ['required (data.ids)']],
  ['too long a list', { ...good, ids: [1, 2, 3, 4] }, ['limit_reached (data.ids)']],
  ['null', null, ['invalid_value (data)']],
  ['a list for an object', [], ['invalid_value (data)']],
  ['a wrong type', { ...good, name: 5 }, ['invalid_value (data.name)']],
  ['too short', { ...good, name: 'a' }, ['too_short (data.name)']],
  ['too long', { ...good, name: 'abcdef' }, ['too_long (data.name)']],
  ['no address', { ...good, email: 'nobody' }, ['invalid_email (data.email)']],
  ['no such choice', { ...good, kind: 'c' }, ['invalid_value (data.kind)']],
  ['out of range', { ...good, port: 0 }, ['invalid_value (data.port)']],
  ['a place in a list', { ...good, ids: [1, 'x'] }, ['invalid_value (data.ids[1])']],
  ['two rules of one field, told once', { ...good, ids: [2 ** 53] }, ['invalid_value (data.ids[0])']],
  ['a rule of our own', { ...good, own: 'x' }, ['unsafe_header (data.own)']],
  ['unknown fields, each by its name', { ...good, x: 1, y: 2 }, ['unknown_field (data.x)', 'unknown_field (data.y)']],
  ['several at once', { ...good, name: 'a', kind: 'c' }, ['too_short (data.name)', 'invalid_value (data.kind)']],
])('%s', (_what, value, expected) => {
  expect(problemsOf(value)).toEqual(expected);
});

test('A41 however much is wrong, little is said', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${'k'.repeat(500)}${i}`, 1]));
  const told = problemsOf({ ...good, ...many });
  expect(told.length).toBeLessThanOrEqual(20);
  for (const one of told) expect(one.length).toBeLessThan(150);
});

test('A31 A41 __proto__ is a name like any other', () => {
  expect(problemsOf(JSON.parse(`{"__proto__":{"kind":"a"}}`))).toContain('required (data.kind)');
  expect(problemsOf({ ...good, ...JSON.parse('{"constructor":1}') })).toEqual(['unknown_field (data.constructor)']);
});
