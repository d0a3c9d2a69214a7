import { describe, expect, test } from 'vitest';
import { merge, nextOf, type Pending, settle, union } from './outbox.ts';

const message = (id: number, text = '') => ({
  id,
  client_id: null,
  from: 'agent' as const,
  name: '',
  text,
  picture: null,
  files: [],
  at: '',
});
const written = (client_id: string, at: number, more: Partial<Pending> = {}): Pending => ({
  ...{ client_id, talk: 'oak', text: client_id, files: [], state: 'waiting' },
  at: new Date(at).toISOString(),
  ...more,
});
const ids = (all: readonly Pending[]) => all.map((one) => one.client_id);

describe('what is not sent yet', () => {
  test('goes in the order in which it was written, in whichever tab', () => {
    const [here, there] = [written('b', 2), written('a', 1)];
    expect(ids(union([there], [here, written('c', 3)], new Set()))).toEqual(['a', 'b', 'c']);
    expect(nextOf([here, there], [])?.client_id).toBe('a');
  });

  test('does not come back once it was taken, though another tab still has it', () => {
    expect(ids(union([written('a', 1), written('b', 2)], [], new Set(['a'])))).toEqual(['b']);
  });

  test('waits behind the message that begins its conversation, and follows it', () => {
    const begins = { asked: {}, agrees: true, language: 'en' as const };
    const first = written('first', 1, { talk: 'first', begins });
    const second = written('second', 2, { talk: 'first' });
    expect(nextOf([second, first], [])?.client_id).toBe('first');
    expect(settle([first, second], first, 'key')).toEqual([{ ...second, talk: 'key' }]);
    const refused = { ...first, state: 'refused' as const };
    expect(nextOf([refused, second], [])).toBeUndefined();
    expect(nextOf([refused, second, written('other', 3)], [])?.client_id).toBe('other');
  });
});

test('what is told twice, late or out of order is shown once and in order', () => {
  const all = merge([message(1), message(3, 'old')], [message(3, 'new'), message(2)]);
  expect(all.map(({ id, text }) => [id, text])).toEqual([
    [1, ''],
    [2, ''],
    [3, 'new'],
  ]);
});
