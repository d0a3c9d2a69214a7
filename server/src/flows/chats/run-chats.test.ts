import { expect, test } from 'vitest';
import type { Watched } from '#domain/watching/index.ts';
import type { Database } from '#platform/database.ts';
import type { RecordedEvent } from '#platform/events.ts';
import type { Log } from '#platform/log.ts';
import type { Ear } from '../realtime/run-realtime.ts';
import type { Watching } from '../watching/run-watching.ts';
import { type ChatNews, runChats } from './run-chats.ts';

test('while the database is away windows are told to ask again, and the desks are told all the same', async () => {
  let ear: Ear | undefined;
  const log = { warn: () => {} } as unknown as Log; // says nothing
  const db = { transaction: () => Promise.reject(new Error('away')) } as unknown as Database; // is asked for nothing else
  const seat = { type: () => {}, leave: () => {} };
  const chats = runChats({
    ...{ db, log },
    hear: (one) => {
      ear = one;
    },
    watching: { seatVisitor: () => seat, hear: () => {} },
  });
  const told: ChatNews[] = [];
  const window = await chats.enter(
    { companyId: 1, visitorId: 7, siteUser: null, send: (news) => told.push(news) },
    async () => [],
  );
  expect(ear?.isOpen()).toBe(true);
  const begun = { entity: 'chats', action: 'created', ticket_id: 3, company_id: 1, entity_id: 3 };
  await ear?.hear([{ ...begun, params: { visitor_id: 7, key: 'k' } } as unknown as RecordedEvent]);
  expect(told).toEqual([{ kind: 'again' }]);
  window.leave();
  expect(ear?.isOpen()).toBe(false);
});

test('who comes back while their chat begins, or becomes a part of another ticket, is told of it from then on', async () => {
  let ear: Ear | undefined;
  const rows: object[] = [];
  const tx = { rows: async () => rows.splice(0) };
  // Answers what was put there for it.
  const db = { transaction: (_scope: unknown, work: (tx: unknown) => unknown) => work(tx) } as unknown as Database;
  const seat = { type: () => {}, leave: () => {} };
  const chats = runChats({
    ...{ db, log: { warn: () => {} } as unknown as Log },
    hear: (one) => {
      ear = one;
    },
    watching: { seatVisitor: () => seat, hear: () => {} },
  });
  const told: ChatNews[] = [];
  const happens = async (of: object, chat?: object) => {
    if (chat) rows.push({ last: null, ...chat });
    await ear?.hear([
      { company_id: 1, entity_id: 0, action: 'created', params: {}, ...of } as unknown as RecordedEvent,
    ]);
  };
  const old = { ticketId: 3, livesIn: 3, partedInto: [], key: 'k', state: 'open' as const };
  const reads = [
    async () => {
      // What was read is from before all this.
      await happens({ entity: 'chats', ticket_id: 4, params: { visitor_id: 7, key: 'new' } });
      await happens({ entity: 'tickets', action: 'updated', ticket_id: 3 });
      return [old];
    },
    async () => [{ ...old, livesIn: 9 }],
  ];
  const window = await chats.enter(
    { companyId: 1, visitorId: 7, siteUser: null, send: (news) => told.push(news) },
    () => reads.shift()?.() ?? Promise.reject(new Error('read once too often')),
  );
  expect([window.isOpen, reads.length]).toEqual([true, 0]);
  const heard = () => told.splice(0).map((news) => news.kind === 'messages' && news.chat.key);
  heard();
  await happens(
    { entity: 'tickets', action: 'updated', ticket_id: 4 },
    { ticket_id: 4, lives_in: 4, parted_into: [], key: 'new' },
  );
  await happens(
    { entity: 'tickets', action: 'updated', ticket_id: 9 },
    { ticket_id: 3, lives_in: 9, parted_into: [], key: 'k' },
  );
  expect(heard()).toEqual(['new', 'k']);
  window.leave();
  expect(ear?.isOpen()).toBe(false);
  const refused = chats.enter({ companyId: 1, visitorId: 7, siteUser: '1 u-7', send: () => {} }, () =>
    Promise.reject(new Error('away')),
  );
  await expect(refused).rejects.toThrow('away');
  expect(ear?.isOpen()).toBe(false);
});

test('who came while their chat had ended is there once it goes on', async () => {
  let ear: Ear | undefined;
  const ended = { ticketId: 3, livesIn: 3, partedInto: [], key: 'k', state: 'ended' as const };
  const row = { ticket_id: 3, lives_in: 3, parted_into: [], key: 'k', state: 'open', last: null };
  // Finds the chat as it is by now, and no words.
  const tx = { rows: async () => [row] };
  const db = { transaction: (_scope: unknown, work: (tx: unknown) => unknown) => work(tx) } as unknown as Database;
  const seats: string[] = [];
  const seat = {
    type: (isTyping: boolean) => seats.push(isTyping ? 'types' : 'stops'),
    leave: () => seats.push('left'),
  };
  const chats = runChats({
    ...{ db, log: { warn: () => {} } as unknown as Log },
    hear: (one) => {
      ear = one;
    },
    watching: {
      seatVisitor: ({ ticketId }) => {
        seats.push(`at ${ticketId}`);
        return seat;
      },
      hear: () => {},
    },
  });
  const window = await chats.enter({ companyId: 1, visitorId: 7, siteUser: null, send: () => {} }, async () => [ended]);
  expect(seats).toEqual([]);
  const moved = { entity: 'tickets', action: 'updated', ticket_id: 3, company_id: 1, entity_id: 3, params: {} };
  for (let n = 0; n < 2; n++) await ear?.hear([moved as unknown as RecordedEvent]);
  window.type('k', true);
  window.leave();
  expect(seats).toEqual(['at 3', 'types', 'left']);
});

test('whoever writes to a chat that becomes a part of another ticket writes to it no more', async () => {
  const ears: { ear?: Ear; watched?: Parameters<Watching['hear']>[0] } = {};
  const old = { ticketId: 3, livesIn: 3, partedInto: [], key: 'k', state: 'open' as const };
  // Finds the chat as it is by now, and no words.
  const tx = {
    rows: async () => [{ ticket_id: 3, lives_in: 9, parted_into: [], key: 'k', state: 'open', last: null }],
  };
  const db = { transaction: (_scope: unknown, work: (tx: unknown) => unknown) => work(tx) } as unknown as Database;
  const chats = runChats({
    ...{ db, log: { warn: () => {} } as unknown as Log },
    hear: (one) => {
      ears.ear = one;
    },
    watching: {
      seatVisitor: () => ({ type: () => {}, leave: () => {} }),
      hear: (one) => {
        ears.watched = one;
      },
    },
  });
  const told: ChatNews[] = [];
  await chats.enter({ companyId: 1, visitorId: 7, siteUser: null, send: (news) => told.push(news) }, async () => [old]);
  const ira = { is_visitor: 0, doing: 'replying', name: 'Ira Bondar' };
  ears.watched?.([{ ticketId: 3, watchers: [ira] } as unknown as Watched]);
  await ears.ear?.hear([
    {
      entity: 'tickets',
      action: 'updated',
      ticket_id: 3,
      company_id: 1,
      entity_id: 3,
      params: {},
    } as unknown as RecordedEvent,
  ]);
  expect(told.flatMap((one) => (one.kind === 'typing' ? [one.name] : []))).toEqual(['Ira', null]);
});
