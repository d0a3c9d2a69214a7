import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { selfQuery } from '../api/self.ts';
import { checkRights, rightsIn } from './check-rights.ts';

afterEach(() => void vi.unstubAllGlobals());

const olena = {
  user: { id: 4 },
  settings: {},
  roles: [],
  privileges: {},
  closed_companies: [],
  suspended_companies: [],
};

test.each([
  ['a role', { roles: [{ company_id: 1, role: 3 }] }],
  ['a company that she does not reach from here', { closed_companies: [{ id: 1, company_name: 'Lumen & Oak' }] }],
  ['a company that is suspended', { suspended_companies: [{ company_name: 'Lumen & Oak', reason: '', contact: '' }] }],
])('what changed while nobody listened has all asked for again: %s', async (_what, changed) => {
  let answer: object = olena;
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { ...answer, bookmark: 'b' } }));
  const client = new QueryClient();
  await client.fetchQuery(selfQuery);
  let asked = 0;
  const leave = new QueryObserver(client, { queryKey: ['tickets'], queryFn: () => ++asked }).subscribe(() => {});
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const before = rightsIn(client);
  await checkRights(client, before);
  expect(asked).toBe(1);
  answer = { ...olena, ...changed };
  // The desk may have learned it already, when its line broke.
  await client.refetchQueries({ queryKey: selfQuery.queryKey });
  await checkRights(client, before);
  expect(asked).toBe(2);
  leave();
});
