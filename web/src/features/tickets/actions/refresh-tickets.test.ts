import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { tickets } from '#contract/tickets.ts';
import { forgetAsked } from './refresh-tickets.ts';

/** A list that answers when it is told to. */
function aList(client: QueryClient, asked: object) {
  const queryKey = [tickets.name, 'get', asked];
  const answers: ((row: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve));
  const observer = new QueryObserver<string>(client, { queryKey, queryFn, retry: false });
  const now = () => client.getQueryData<string>(queryKey);
  return { queryKey, queryFn, observer, answers, now };
}

test('an answer that was asked for before a change does not undo it on the screen', async () => {
  const client = new QueryClient();
  const list = aList(client, { view: 'open' });
  client.setQueryData(list.queryKey, 'open');
  const leave = list.observer.subscribe(() => {});
  const asked = list.observer.refetch();
  await forgetAsked(client, [7]);
  client.setQueryData(list.queryKey, 'resolved');
  list.answers.at(-1)?.('open');
  await asked;
  expect(list.now()).toBe('resolved');
  leave();
});

test('what is of another ticket alone, and what nobody has on the screen, is waited for', async () => {
  const client = new QueryClient();
  const other = aList(client, { ticket_id: 8 });
  client.setQueryData(other.queryKey, 'open');
  const leave = other.observer.subscribe(() => {});
  const unseen = aList(client, { ids: [7] });
  client.setQueryData(unseen.queryKey, 'old');
  const answers = [other.observer.refetch(), client.fetchQuery({ ...unseen, staleTime: 0 })];
  await forgetAsked(client, [7]);
  for (const { answers } of [other, unseen]) answers.at(-1)?.('new');
  await Promise.all(answers);
  expect([other.now(), unseen.now()]).toEqual(['new', 'new']);
  leave();
});
