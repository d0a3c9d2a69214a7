import { expect, test } from 'vitest';
import { isOfOneCompany } from './use-everything.ts';

test('a list that is narrowed to a company, or to what is a company’s own, holds tickets of one company alone', () => {
  for (const search of [{ company: 1 }, { product: 1 }, { team: 1 }, { label: 1 }, { tag: 1 }])
    expect(isOfOneCompany(search), JSON.stringify(search)).toBe(true);
  for (const search of [{}, { view: 'resolved' }, { assignee: 1 }, { channel: 'mail' }, { search: 'oak' }] as const)
    expect(isOfOneCompany(search), JSON.stringify(search)).toBe(false);
});
