import { notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { doWithWayBack } from './do-with-way-back.ts';
import { toastsInTests } from './toasts-in-tests.ts';
import { offerWayBack, takeLastBack } from './ways-back.ts';

test('Z pressed while something is being done takes that back, not what was done before; what failed leaves nothing to take back', async () => {
  vi.spyOn(i18next, 't').mockImplementation(((key: string) => key) as typeof i18next.t);
  toastsInTests();
  const [before, back] = [vi.fn<() => void>(), vi.fn<(id: number) => void>()];
  const withdraw = offerWayBack(before);
  onTestFinished(() => {
    vi.restoreAllMocks();
    withdraw();
  });
  const said = () => 'Split off';
  const answer = Promise.withResolvers<number>();
  const splitting = doWithWayBack({ work: () => answer.promise, said, back });
  takeLastBack();
  answer.resolve(7);
  await splitting;
  expect([before.mock.calls, back.mock.calls]).toEqual([[], [[7]]]);
  expect(notificationsStore.getState().notifications, 'it was not to be done').toEqual([]);

  await doWithWayBack({ work: () => Promise.resolve(8), said, back });
  expect(notificationsStore.getState().notifications).toHaveLength(1);
  takeLastBack();
  expect(back).toHaveBeenLastCalledWith(8);

  await expect(doWithWayBack({ work: () => Promise.reject(new Error('gone')), said, back })).rejects.toThrow('gone');
  takeLastBack();
  expect(before).toHaveBeenCalledOnce();
});
