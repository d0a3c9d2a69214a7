import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NewLetter as KeptLetter } from '#contract/new-letters.ts';
import {
  composedMax,
  dropComposed,
  emptyLetter,
  fromServer,
  keepComposed,
  readComposed,
  toServer,
} from './composed-draft.ts';
import { parseRecipients } from './recipients.ts';
import { aStorage } from './storage-in-tests.ts';

const olena = 4;
const aLetter = (subject: string) => ({ ...emptyLetter(), subject });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a letter that never reached the server outlives the next one that is written', () => {
  const storage = aStorage();
  const [lost, next] = [aLetter('Your table'), aLetter('Spring hours')];
  keepComposed(olena, lost, storage);
  vi.advanceTimersByTime(1_000);
  keepComposed(olena, next, storage);
  expect(readComposed(olena, undefined, storage), 'the newest').toEqual(next);
  expect(readComposed(olena, lost.client_id, storage)).toEqual(lost);
  dropComposed(olena, next.client_id, storage);
  expect(readComposed(olena, undefined, storage)).toEqual(lost);
  dropComposed(olena, lost.client_id, storage);
  expect(Object.keys(storage)).toEqual([]);
});

test('what is kept is one person\u2019s', () => {
  const storage = aStorage();
  keepComposed(olena, aLetter('Your table'), storage);
  for (const other of [44, 40, 5]) expect(readComposed(other, undefined, storage)).toBeNull();
});

test('the one that an older Parley kept is read, and goes once the server has it; what is broken hides nothing', () => {
  const storage = aStorage();
  const old = aLetter('Your table');
  storage.setItem('parley.compose.4.x', '{broken');
  storage.setItem('parley.compose.4', JSON.stringify(old));
  expect(readComposed(olena, undefined, storage)).toEqual(old);
  keepComposed(olena, { ...old, subject: 'Your tables' }, storage);
  expect(readComposed(olena, old.client_id, storage)?.subject).toBe('Your tables');
  dropComposed(olena, old.client_id, storage);
  expect(readComposed(olena, undefined, storage)).toBeNull();
});

test('a browser keeps no more than so many, and those that were written last', () => {
  const storage = aStorage();
  for (let n = 0; n <= composedMax; n += 1) {
    vi.advanceTimersByTime(1_000);
    keepComposed(olena, aLetter(`Letter ${n}`), storage);
  }
  expect(Object.keys(storage)).toHaveLength(composedMax);
  expect(JSON.stringify(storage)).not.toContain('Letter 0');
  expect(keepComposed(olena, aLetter('x'.repeat(50)), aStorage(10))).toBe(false);
});

test.each(['Lindqvist, Hanna', 'Sales; North', 'Hanna <3 oak', 'Hanna'])(
  '%s stays one person of the Cc of what the server kept',
  (name) => {
    const cc = `"${name}" <hanna@lindqvist.test>, half an addr`;
    // What of a letter is not said there is of no matter here.
    const again = fromServer(toServer({ ...emptyLetter(), cc }, 1) as unknown as KeptLetter);
    const good = [{ name, address: 'hanna@lindqvist.test' }];
    expect(parseRecipients(again.cc)).toEqual({ good, bad: ['half an addr'] });
  },
);
