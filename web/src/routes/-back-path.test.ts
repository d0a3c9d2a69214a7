import { expect, test } from 'vitest';
import { backPath } from './-back-path.ts';

const leads = (path: string) => backPath.safeParse(path).success;

test('a link leads back to a page of ours', () => {
  expect(leads('/tickets/7#reply')).toBe(true);
  expect(leads('/mailboxes/1/log?outcome=spam')).toBe(true);
});

test('a link to the sign-in page cannot lead elsewhere afterwards', () => {
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
  ];
  expect(elsewhere.filter(leads)).toEqual([]);
});
