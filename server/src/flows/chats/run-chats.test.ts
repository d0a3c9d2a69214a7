import { expect, test } from 'vitest';
import type { Database } from '#platform/database.ts';
import type { RecordedEvent } from '#platform/events.ts';
import type { Log } from '#platform/log.ts';
import type { Ear } from '../realtime/run-realtime.ts';
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
  const window = chats.enter({ companyId: 1, visitorId: 7, visitorIds: [7], send: (news) => told.push(news) });
  expect(ear?.isOpen()).toBe(true);
  const begun = { entity: 'chats', action: 'created', ticket_id: 3, company_id: 1, entity_id: 3 };
  await ear?.hear([{ ...begun, params: { visitor_id: 7, key: 'k' } } as unknown as RecordedEvent]);
  expect(told).toEqual([{ kind: 'again' }]);
  window.leave();
  expect(ear?.isOpen()).toBe(false);
});
