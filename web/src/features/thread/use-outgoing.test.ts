import { notificationsStore } from '@mantine/notifications';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import en from '../../i18n/en.json' with { type: 'json' };
import { toastsInTests } from '../../ui/toasts-in-tests.ts';
import { letGo } from './letters-that-stay.ts';
import type { Outgoing } from './outgoing.ts';
import type { OutgoingStore } from './outgoing-store.ts';
import { anOutgoing } from './sample-outgoing.ts';
import { openOutbox } from './use-outgoing.ts';

/** What a browser keeps, in memory. */
function storeOf(...some: readonly Outgoing[]): OutgoingStore & { readonly listeners: ReadonlySet<() => void> } {
  const letters = new Map(some.map((one) => [one.client_id, one]));
  const listeners = new Set<() => void>();
  const changed = (change: () => unknown) => {
    change();
    for (const listener of listeners) listener();
  };
  return {
    listeners,
    all: () => [...letters.values()],
    put: (one) => changed(() => letters.set(one.client_id, one)),
    drop: (id) => changed(() => letters.delete(id)),
    reload: () => {},
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Answers how the network comes back. */
function hearsOfNetwork(): () => void {
  let comesOnline = () => {};
  vi.stubGlobal('addEventListener', (name: string, then: () => void) => {
    if (name === 'online') comesOnline = then;
  });
  return () => comesOnline();
}

/** A server that wants to be left alone for ten minutes. */
function asksForPatience() {
  const tooMany = { errors: [{ key: 'too_many_requests', message: 'Too many requests' }] };
  const answer = vi.fn<() => Promise<Response>>(async () =>
    Response.json(tooMany, { status: 429, headers: { 'retry-after': '600' } }),
  );
  vi.stubGlobal('fetch', answer);
  return answer;
}

const withdrawn = anOutgoing({ ticket_id: 7, case_number: 'LO-7', state: { is: 'withdrawn', isBack: true } });

test('a letter that had left when it was taken back is named by its ticket: its writer may be at another one by now', async () => {
  const refusal = { errors: [{ key: 'already_sent', message: 'This letter has left already' }] };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 409 }));
  vi.stubGlobal('addEventListener', () => {});
  toastsInTests();
  await i18next.init({ lng: 'en', resources: { en: { translation: en } } });
  const store = storeOf(withdrawn);

  openOutbox(store, new QueryClient());
  await vi.waitFor(() => expect(store.all()).toEqual([]));
  const [said] = notificationsStore.getState().notifications;
  expect(JSON.stringify(said?.message)).toContain('LO-7: what you wrote could not be taken back');
});

test('a letter beyond what may be sent at once waits as long as the server says, also over a reload', async () => {
  vi.useFakeTimers();
  const asked = asksForPatience();
  vi.stubGlobal('addEventListener', () => {});
  const store = storeOf(anOutgoing({ state: { is: 'waiting' } }));
  openOutbox(store, new QueryClient());
  await vi.advanceTimersByTimeAsync(500_000);
  expect([asked.mock.calls.length, store.all()[0]?.state]).toEqual([
    1,
    { is: 'waiting', until: expect.stringMatching(/^\d{4}-.* /) },
  ]);
  openOutbox(store, new QueryClient());
  await vi.advanceTimersByTimeAsync(50_000);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length).toBeGreaterThan(1);
  vi.useRealTimers();
});

test('a letter that waits as long as the server says is not forgotten when the network comes back before', async () => {
  vi.useFakeTimers();
  const asked = asksForPatience();
  const comesOnline = hearsOfNetwork();
  const store = storeOf(anOutgoing({ state: { is: 'waiting' } }));
  openOutbox(store, new QueryClient());
  await vi.advanceTimersByTimeAsync(400_000);
  comesOnline();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(210_000);
  expect(asked).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('letters of many tickets are each tried once in a pause while the server is away, and at once when the network is back', async () => {
  vi.useFakeTimers();
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return Response.json({ errors: [{ key: 'unavailable', message: 'Down' }] }, { status: 503 });
  });
  const comesOnline = hearsOfNetwork();
  const store = storeOf(
    ...Array.from({ length: 20 }, (_, at) =>
      anOutgoing({ client_id: crypto.randomUUID(), ticket_id: 1 + (at % 10), state: { is: 'waiting' } }),
    ),
  );
  openOutbox(store, new QueryClient());
  await vi.advanceTimersByTimeAsync(0);
  expect(asked, 'the second of a ticket waits behind the first').toBe(10);
  // After 2, 4, 8, 16 and 32 seconds, then once a minute.
  await vi.advanceTimersByTimeAsync(65_000);
  expect(asked).toBe(60);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toBe(160);
  comesOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(170);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(asked).toBe(170);
  await vi.advanceTimersByTimeAsync(57_100);
  expect(asked, 'soon again, and then less and less').toBe(210);
  vi.useRealTimers();
});

test('a letter that is tried before the code of two-factor is given waits, and leaves once the session is in', async () => {
  let missing: string | undefined = 'google2fa_required';
  vi.stubGlobal('fetch', async () =>
    missing
      ? Response.json({ errors: [{ key: missing, message: 'Enter the code' }] }, { status: 403 })
      : Response.json({ success: true, data: { message_id: 1, ticket_id: 1 } }),
  );
  vi.stubGlobal('addEventListener', () => {});
  const store = storeOf(anOutgoing({ state: { is: 'waiting' } }));
  const { retryWaiting } = openOutbox(store, new QueryClient());
  const [half] = store.all();
  await vi.waitFor(() => expect(store.all()[0]).not.toBe(half));
  expect(store.all()[0]?.state).toEqual({ is: 'waiting' });
  missing = 'google2fa_setup_required';
  retryWaiting();
  await vi.waitFor(() => expect(store.all()[0]?.state).toEqual({ is: 'waiting' }));
  missing = undefined;
  retryWaiting();
  await vi.waitFor(() => expect(store.all()).toEqual([]));
});

test('a letter is the server\u2019s to take back as soon as that has answered, whatever the screen still waits for', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { message_id: 1, ticket_id: 1 } }));
  vi.stubGlobal('addEventListener', () => {});
  const client = new QueryClient();
  await client.fetchQuery({ queryKey: ['drafts'], queryFn: () => 0 });
  new QueryObserver(client, {
    queryKey: ['drafts'],
    queryFn: () => new Promise<number>(() => {}),
    staleTime: Infinity,
  }).subscribe(() => {});
  const store = storeOf();
  const outbox = openOutbox(store, client);
  const clientId = outbox.send(anOutgoing());
  await outbox.answered(clientId);
  expect(store.all(), 'the screen does not show it yet').toHaveLength(1);
  expect(outbox.withdraw(clientId)).toBe(false);
  expect(store.all(), 'what comes back is no letter on its way').toEqual([]);
});

test('whoever signs out hears of letters that have not left, once the server has been asked again', async () => {
  vi.useRealTimers();
  const down = { errors: [{ key: 'unavailable', message: 'Down' }] };
  let isDown = true;
  vi.stubGlobal('fetch', async () =>
    isDown
      ? Response.json(down, { status: 503 })
      : Response.json({ success: true, data: { message_id: 1, ticket_id: 7 } }),
  );
  vi.stubGlobal('addEventListener', () => {});
  const store = storeOf(
    anOutgoing({ client_id: crypto.randomUUID(), ticket_id: 7, state: { is: 'waiting' } }),
    anOutgoing({ ticket_id: 8, state: { is: 'refused', key: 'ticket_in_trash', message: '' } }),
  );
  const outbox = openOutbox(store, new QueryClient());
  expect(await letGo(outbox)).toBe(1);
  isDown = false;
  await vi.waitFor(async () => expect(await letGo(outbox)).toBe(0));
  expect(store.all().map((one) => one.state.is)).toEqual(['refused']);
  expect([...store.listeners]).toEqual([]);
});
