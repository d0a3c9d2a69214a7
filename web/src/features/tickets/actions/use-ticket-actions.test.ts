import { notificationsStore } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tickets } from '#contract/tickets.ts';
import { toastsInTests } from '../../../ui/toasts-in-tests.ts';
import type { Ticket } from '../ticket-queries.ts';
import { actionsOf } from './use-ticket-actions.ts';

const olena = { id: 1, name: 'Olena', avatar: null };
const oakTable = {
  id: 7,
  case_number: 'LO-7',
  view_type: '',
  waiting_since: '2026-03-01 10:00:00',
  tags: [],
  version: 3,
};
const ticket = oakTable as Partial<Ticket> as Ticket;

test('a ticket that nobody could be told to resolve is open again in the list, on its page and among what was found', async () => {
  const silence = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => silence.promise);
  vi.spyOn(i18next, 't').mockImplementation(((key: string) => key) as typeof i18next.t);
  toastsInTests();
  onTestFinished(() => void vi.restoreAllMocks());
  const client = new QueryClient();
  const list = [tickets.name, 'get', { view: 'open' }];
  const page = [tickets.name, 'row', 7];
  const search = ['search', 'search/find', 'oak'];
  client.setQueryData(list, { rows: [ticket], total: 1, totalIsCapped: false });
  client.setQueryData(page, ticket);
  client.setQueryData(search, { pages: [{ tickets: [{ id: 7, view_type: '' }] }] });

  const done = actionsOf(client, olena, false).resolve([ticket]);
  await vi.waitFor(() => expect(client.getQueryData(page)).toMatchObject({ view_type: 'resolved' }));
  silence.reject(new TypeError('Failed to fetch'));
  await done;
  expect(client.getQueryData(list)).toMatchObject({ rows: [oakTable] });
  expect(client.getQueryData(page)).toEqual(oakTable);
  expect(client.getQueryData(search)).toEqual({ pages: [{ tickets: [{ id: 7, view_type: '' }] }] });
  // She may be at another ticket by now.
  const [said] = notificationsStore.getState().notifications;
  expect(JSON.stringify(said?.message)).toContain('LO-7: tickets.failed.resolve');
});
