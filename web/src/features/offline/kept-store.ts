import type { Self } from '../../api/self.ts';
import { keptDatabase } from '../../api/session.ts';

/** One ticket as it was when it was last on the screen. */
export type KeptTicket = {
  readonly id: number;
  readonly title: string;
  readonly number: string;
  readonly customer: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What its page had fetched, as text. */
  readonly queries: string;
};
/** Whose tickets these are; the worker tells a desk that opened without a server. */
export type KeptPerson = { readonly key: 'self'; readonly at: number; readonly self: Self };

/** The newest so many, and no more than so much. */
const ticketsMax = 30;
const bytesMax = 20 * 1024 * 1024;
export const ticketBytesMax = 2 * 1024 * 1024;

/**
 * What is kept for reading without a network: in this browser alone, of one person at a time. It is a copy of the query
 * cache, put back into that when no server answers, and never read when one does.
 */
export const keptPerson = () =>
  inStore('person', 'readonly', (store) => answerOf<KeptPerson | undefined>(store.get('self')));
export const keptTicket = (id: number) =>
  inStore('tickets', 'readonly', (store) => answerOf<KeptTicket | undefined>(store.get(id)));

/** Newest first. */
export async function keptTickets(): Promise<KeptTicket[]> {
  const all = await inStore('tickets', 'readonly', (store) => answerOf<KeptTicket[]>(store.getAll()));
  return all.sort((one, other) => other.at - one.at);
}

export const keepPerson = (person: KeptPerson) =>
  inStore('person', 'readwrite', (store) => answerOf(store.put(person)));

export async function keepTicket(ticket: KeptTicket): Promise<void> {
  await inStore('tickets', 'readwrite', (store) => answerOf(store.put(ticket)));
  let room = bytesMax;
  const tooMuch = (await keptTickets()).filter((one, at) => {
    room -= one.queries.length;
    return at >= ticketsMax || room < 0;
  });
  await dropTickets(tooMuch.map((one) => one.id));
}

export async function dropTickets(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await inStore('tickets', 'readwrite', async (store) => {
    await Promise.all(ids.map((id) => answerOf(store.delete(id))));
  });
}

/** Opened and closed each time: a connection that stays open would keep everything from being forgotten. */
async function inStore<T>(
  name: 'tickets' | 'person',
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(keptDatabase, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('tickets', { keyPath: 'id' });
    opening.result.createObjectStore('person', { keyPath: 'key' });
  };
  const db = await answerOf(opening);
  try {
    return await work(db.transaction(name, mode).objectStore(name));
  } finally {
    db.close();
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}
