import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { sendSettings } from './change-settings.ts';
import { refetchSelf, type Self, selfQuery } from './self.ts';

type Theme = Self['settings']['theme'];
const profile = (theme: Theme, density = 'comfortable') =>
  ({
    user: { id: 1 },
    settings: { theme, density, notifications: { noted: { mail: 0, sound: 0 } } },
  }) as unknown as Self;

/** A server that answers when it is told to, and what it has by then. */
function aServer() {
  const has = profile('light');
  const asked: { path: string; answer: (status?: number) => void }[] = [];
  vi.stubGlobal('fetch', (url: string, { body, signal }: { body: string; signal?: AbortSignal }) => {
    const { data } = JSON.parse(body) as { data: Record<string, object> };
    // What is asked about now is read now, however long the answer takes.
    const read = JSON.stringify(has);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      const answer = (status = 200) => {
        const isChange = url.endsWith('settings/change');
        if (isChange && status === 200) {
          const { notifications, ...rest } = data;
          Object.assign(has.settings, rest);
          Object.assign(has.settings.notifications.noted, (notifications as { noted?: object } | undefined)?.noted);
        }
        const told = isChange ? { settings: structuredClone(has.settings) } : (JSON.parse(read) as object);
        const wrong = { success: false, errors: [{ key: 'invalid_value', message: '' }] };
        resolve(new Response(JSON.stringify(status === 200 ? { success: true, data: told } : wrong), { status }));
      };
      asked.push({ path: url.split('/api/')[1] ?? '', answer });
    });
  });
  const next = (path: string) =>
    vi.waitFor(() => {
      const i = asked.findIndex((one) => one.path === path);
      if (i < 0) throw new Error(`nobody asked ${path}`);
      return asked.splice(i, 1)[0] as (typeof asked)[number]; // found just before
    });
  return { asked, has, next };
}

function aDesk() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(selfQuery.queryKey, profile('light'));
  const seen: Theme[] = [];
  client.getQueryCache().subscribe(() => {
    const theme = client.getQueryData<Self>(selfQuery.queryKey)?.settings.theme;
    if (theme && seen.at(-1) !== theme) seen.push(theme);
  });
  return { client, seen, settings: () => client.getQueryData<Self>(selfQuery.queryKey)?.settings };
}

afterEach(() => void vi.unstubAllGlobals());

test('three choices in a hurry are sent in their order, and what is fetched in between takes none of them back', async () => {
  const server = aServer();
  const { client, seen, settings } = aDesk();
  const sent = [
    sendSettings(client, { theme: 'dark' }),
    sendSettings(client, { theme: 'system' }),
    sendSettings(client, { theme: 'light' }),
  ];
  expect(settings()?.theme).toBe('light');
  (await server.next('settings/change')).answer();
  // The first change is told to every desk, which asks anew: the server knows 'dark' by then.
  const asking = refetchSelf(client);
  const heard = await server.next('users/self');
  (await server.next('settings/change')).answer();
  heard.answer();
  await asking;
  expect(settings()?.theme).toBe('light');
  // Asked before the last one was written, answered after it.
  const late = refetchSelf(client).catch(() => {});
  const answersLate = await server.next('users/self');
  (await server.next('settings/change')).answer();
  await Promise.all(sent);
  answersLate.answer();
  await late;
  expect([settings()?.theme, server.has.settings.theme]).toEqual(['light', 'light']);
  expect(seen).toEqual(['dark', 'system', 'light']);
});

test('who one is is asked anew, though it was asked before and not answered yet', async () => {
  const server = aServer();
  const { client, settings } = aDesk();
  const before = refetchSelf(client);
  const late = await server.next('users/self');
  server.has.settings.theme = 'dark';
  const after = refetchSelf(client);
  (await server.next('users/self')).answer();
  late.answer();
  expect((await after)?.settings.theme).toBe('dark');
  // Whoever asked first is answered the same.
  expect((await before)?.settings.theme).toBe('dark');
  expect(settings()?.theme).toBe('dark');
});

test('two ways of one kind are both kept', async () => {
  const server = aServer();
  const { client, settings } = aDesk();
  const sent = [
    sendSettings(client, { notifications: { noted: { mail: 1 } } }),
    sendSettings(client, { notifications: { noted: { sound: 1 } } }),
  ];
  (await server.next('settings/change')).answer();
  (await server.next('settings/change')).answer();
  await Promise.all(sent);
  expect(settings()?.notifications.noted).toEqual({ mail: 1, sound: 1 });
});

test('what the server refuses is taken back alone, and the next choice is sent all the same', async () => {
  const server = aServer();
  const { client, settings } = aDesk();
  const refused = sendSettings(client, { theme: 'dark' });
  const kept = sendSettings(client, { density: 'compact' });
  (await server.next('settings/change')).answer(422);
  await expect(refused).rejects.toThrow();
  (await server.next('users/self')).answer();
  await vi.waitFor(() => expect(settings()).toMatchObject({ theme: 'light', density: 'compact' }));
  (await server.next('settings/change')).answer();
  await kept;
  expect(settings()).toMatchObject({ theme: 'light', density: 'compact' });
});
