import { expect, test } from 'vitest';
import type { Outgoing } from './outgoing.ts';
import { openOutgoingStore } from './outgoing-store.ts';
import { anOutgoing } from './sample-outgoing.ts';

function aStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

const letter = (client_id: string): Outgoing => anOutgoing({ client_id, state: { is: 'waiting' } });
const olena = 4;

test('a letter that could not be sent is there after a reload, for its writer alone', () => {
  const storage = aStorage();
  openOutgoingStore(olena, storage).put(letter('a'));
  expect(openOutgoingStore(olena, storage).all()).toEqual([letter('a')]);
  expect(openOutgoingStore(5, storage).all()).toEqual([]);
});

test('one that was taken back while the server was away is still to be told of after a reload', () => {
  const storage = aStorage();
  const withdrawn: Outgoing = { ...letter('a'), state: { is: 'withdrawn', isBack: false } };
  openOutgoingStore(olena, storage).put(withdrawn);
  expect(openOutgoingStore(olena, storage).all()).toEqual([withdrawn]);
});

test('two tabs that send do not lose each other\u2019s letters', () => {
  const storage = aStorage();
  const one = openOutgoingStore(olena, storage);
  const other = openOutgoingStore(olena, storage);
  one.put(letter('a'));
  other.put(letter('b'));
  one.drop('a');
  other.reload();
  expect(other.all().map((l) => l.client_id)).toEqual(['b']);
  expect(
    openOutgoingStore(olena, storage)
      .all()
      .map((l) => l.client_id),
  ).toEqual(['b']);
});

test('what a tab keeps beside its letters has nothing drawn anew', () => {
  const storage = aStorage();
  const store = openOutgoingStore(olena, storage);
  store.put(letter('a'));
  let told = 0;
  store.subscribe(() => told++);
  const before = store.all();
  store.reload({ key: 'parley.outgoing.4' });
  openOutgoingStore(olena, storage).put(letter('b'));
  store.reload({ key: 'parley.draft.7' });
  expect([store.all() === before, told]).toEqual([true, 0]);
  store.reload({ key: 'parley.outgoing.4' });
  expect([store.all().length, told]).toEqual([2, 1]);
  storage.clear();
  store.reload({ key: null });
  expect([store.all().length, told]).toEqual([0, 2]);
});

test('where there is no room a second letter, another tab or a change of state loses none', () => {
  const storage = aStorage();
  const { setItem } = storage;
  const store = openOutgoingStore(olena, storage);
  store.put(letter('stored'));
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  store.put(letter('a'));
  store.put(letter('b'));
  store.put({ ...letter('stored'), state: { is: 'sending' } });
  store.reload();
  const told = () => store.all().map((one) => `${one.client_id} ${one.state.is}`);
  expect(told().sort()).toEqual(['a waiting', 'b waiting', 'stored sending']);
  store.drop('a');
  expect(told().sort()).toEqual(['b waiting', 'stored sending']);
  storage.setItem = setItem;
  store.put(letter('c'));
  const { length } = openOutgoingStore(olena, storage).all();
  expect(length, 'all of them are stored once there is room').toBe(3);
});

test('what is dropped while another has no room does not come back', () => {
  const storage = aStorage();
  const { setItem } = storage;
  const store = openOutgoingStore(olena, storage);
  store.put(letter('a'));
  store.put(letter('b'));
  const roomFor = storage.getItem('parley.outgoing.4')?.length ?? 0;
  storage.setItem = (name, value) => {
    if (value.length > roomFor) throw new DOMException('full', 'QuotaExceededError');
    setItem(name, value);
  };
  store.put({ ...letter('long'), body_html: 'x'.repeat(roomFor) });
  store.drop('a');
  store.reload();
  expect(store.all().map((one) => one.client_id)).toEqual(['b', 'long']);
  store.drop('b');
  store.drop('long');
  expect(openOutgoingStore(olena, storage).all()).toEqual([]);
});

test('a retry keeps its place and is one letter', () => {
  const store = openOutgoingStore(olena, aStorage());
  store.put(letter('a'));
  store.put(letter('b'));
  store.put({ ...letter('a'), state: { is: 'sending' } });
  expect(store.all().map((l) => [l.client_id, l.state.is])).toEqual([
    ['a', 'sending'],
    ['b', 'waiting'],
  ]);
});

test('what cannot be understood does not take the others with it', () => {
  const storage = aStorage();
  storage.setItem('parley.outgoing.4', JSON.stringify([{ client_id: 7 }, letter('a')]));
  expect(openOutgoingStore(olena, storage).all()).toEqual([letter('a')]);
  storage.setItem('parley.outgoing.4', '{broken');
  expect(openOutgoingStore(olena, storage).all()).toEqual([]);
});
