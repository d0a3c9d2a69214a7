import { modals } from '@mantine/modals';
import { notificationsStore } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { speakInTests } from '../../../i18n/speak-in-tests.ts';
import { toastsInTests } from '../../../ui/toasts-in-tests.ts';
import { purgeAll } from './purge.ts';

/** What is said in the end; `answers`: to each path, one after the other. */
async function whatIsSaid(answers: Record<string, readonly [status: number, body: unknown][]>) {
  await speakInTests('en');
  toastsInTests();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(modals, 'openConfirmModal').mockImplementation((the) => {
    the.onConfirm?.();
    return '';
  });
  const left = new Map(Object.entries(answers).map(([path, all]) => [path, [...all]]));
  vi.stubGlobal('fetch', async (address: string) => {
    const next = [...left].find(([path]) => address.endsWith(path))?.[1].shift();
    if (!next) throw new TypeError('Failed to fetch');
    return Response.json(next[1], { status: next[0] });
  });
  const over = purgeAll(new QueryClient(), [1, 2], 5);
  await vi.runAllTimersAsync();
  await over;
  return JSON.stringify(notificationsStore.getState().notifications.at(-1)?.message);
}

const job = (id: number, state: 'running' | 'done', done: number) =>
  [200, { success: true, data: { job: { id, state, done } } }] as [number, unknown];
const begun = (job_id: number) => [200, { success: true, data: { job_id, total: 3 } }] as [number, unknown];
const refused = (status: number, key: string) => [status, { errors: [{ key, message: key }] }] as [number, unknown];

test('a trash that is being emptied is followed through a server that cannot say so for a while', async () => {
  const said = await whatIsSaid({
    'tickets/empty-trash': [begun(7), begun(8)],
    'jobs/get': [
      job(7, 'done', 3),
      refused(503, 'unavailable'),
      refused(429, 'too_many_requests'),
      [502, null],
      job(8, 'running', 1),
      job(8, 'done', 2),
    ],
  });
  expect(said).toContain('5 tickets deleted for good');
});

test('where one of two companies keeps its trash, what was deleted of the other is told, and why not all', async () => {
  const said = await whatIsSaid({
    'tickets/empty-trash': [begun(7), refused(429, 'too_many_jobs')],
    'jobs/get': [job(7, 'done', 3)],
  });
  expect(said).toContain('Stopped after 3 tickets');
  expect(said).not.toContain('Not deleted');
});
