import { expect, test } from 'vitest';
import { namePasted } from './name-pasted.ts';

const picture = (name = 'image.png') => new File(['bytes'], name, { type: 'image/png' });
const noon = new Date(2026, 10, 28, 12, 0, 5).getTime();
const names = (...args: Parameters<typeof namePasted>) => namePasted(...args).map((file) => file.name);

test('pictures that are pasted are called by when, and no two the same', () => {
  expect(names([picture()], noon)).toEqual(['image-20261128-120005.png']);
  expect(names([picture(), picture('image.jpeg')], noon + 500), 'in one second').toEqual([
    'image-20261128-120006.png',
    'image-20261128-120007.jpeg',
  ]);
  expect(namePasted([picture()], noon + 60_000)[0]).toMatchObject({ type: 'image/png', size: 5 });
});

test('a file that was copied keeps its name', () => {
  expect(names([picture('plan.png'), picture('my image.png')], noon)).toEqual(['plan.png', 'my image.png']);
});
