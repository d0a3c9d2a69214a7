import { expect, test } from 'vitest';
import { Shapes } from './statement-shapes.ts';

const namesOf = (shapes: Shapes, ...texts: string[]) => texts.map((text) => shapes.named({ text, values: [] }).name);

test('a shape keeps its name for as long as it comes again, however many others come once', () => {
  const shapes = new Shapes('own', 4);
  const [daily] = namesOf(shapes, 'daily');
  const names = new Set(namesOf(shapes, 'b', 'c', 'd'));
  for (let n = 0; n < 100; n++) {
    expect(namesOf(shapes, 'daily')).toEqual([daily]);
    for (const name of namesOf(shapes, `once ${n}`, `and ${n}`)) names.add(name);
  }
  expect(names.has(daily ?? '')).toBe(false);
  expect(names.size).toBe(3);
});

test('what came late has a name of its own from then on, in the place of what comes no longer', () => {
  const shapes = new Shapes('asked', 3);
  namesOf(shapes, 'a', 'b', 'c');
  namesOf(shapes, 'a', 'b', 'c');
  const [late] = namesOf(shapes, 'late');
  for (let n = 0; n < 10; n++) {
    const [again, b, c] = namesOf(shapes, 'late', 'b', 'c');
    expect(again).toBe(late);
    expect(new Set([again, b, c]).size).toBe(3);
  }
});

test('once forgotten, every shape has a name that nothing had before', () => {
  const shapes = new Shapes('own', 2);
  const before = namesOf(shapes, 'a', 'b', 'c');
  shapes.forget();
  expect(namesOf(shapes, 'a', 'b').filter((name) => before.includes(name))).toEqual([]);
});
