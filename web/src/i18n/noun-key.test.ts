import { expect, test } from 'vitest';
import { privilegeKeys } from '#contract/privileges.ts';
import en from './en.json';
import { nounKey } from './noun-key.ts';

test('whatever a role or a token may be given has a name in words', () => {
  const nouns = [...new Set(privilegeKeys.map((key) => key.split('.')[0] ?? ''))];
  expect(nouns).toContain('product-call-phones');
  expect(nouns.filter((noun) => !(nounKey(noun) in en.access.nouns))).toEqual([]);
});
