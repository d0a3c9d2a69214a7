import { expect, test } from 'vitest';
import { createKeep, type Kept } from './keep.ts';
import type { Pending } from './outbox.ts';

/** What a site's storage holds, from page to page. */
function aStorage() {
  const held = new Map<string, string>();
  const storage = {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, text: string) => void held.set(name, text),
    removeItem: (name: string) => void held.delete(name),
  } as unknown as Storage;
  return { held, open: () => createKeep('parley-7', () => storage) };
}
const pending = (text: string): Pending => ({
  ...{ client_id: text, talk: 'known', text, files: [], at: '2026-03-02T08:00:00Z', state: 'waiting' },
});
const textsOf = ({ outbox, drafts }: Kept) => [outbox?.map((one) => one.text), drafts];

test('F16 two people at one browser have a token, unsent words and drafts of their own', () => {
  const { held, open } = aStorage();
  const hanna = open();
  hanna.turnTo('hanna');
  hanna.write({ token: 'hers', outbox: [pending('It wobbles')] }, true);
  hanna.draft('known', 'On the le');
  // She signs out, somebody else signs in, and somebody without a name is there in between.
  hanna.turnTo(undefined);
  expect(hanna.read()).toEqual({});
  const ivan = open();
  expect(ivan.read()).toEqual({});
  ivan.turnTo('ivan');
  expect(ivan.read().token).toBeUndefined();
  expect(textsOf(ivan.read())).not.toContainEqual(['It wobbles']);
  ivan.write({ token: 'his' }, true);
  expect([...held.keys()].toSorted()).toEqual(['parley-7-hanna', 'parley-7-ivan']);
  ivan.turnTo('hanna');
  expect(ivan.read().token).toBe('hers');
  expect(textsOf(ivan.read())).toEqual([['It wobbles'], { known: 'On the le' }]);
  ivan.turnTo('ivan');
  expect(ivan.read().token).toBe('his');
});

test('F16 what was written without a name goes along with whoever signs in, and stays with nobody else', () => {
  const { held, open } = aStorage();
  const earlier = open();
  earlier.turnTo('hanna');
  earlier.write({ token: 'old', outbox: [pending('Unsent')], closed: ['a'] }, true);
  earlier.draft('other', 'Half a word');
  const page = open();
  page.write({ token: 'new', outbox: [pending('Before I signed in')], closed: ['b'], live: true }, true);
  page.draft('', 'And then');
  page.draft('other', '');
  page.turnTo('hanna');
  expect(page.read()).toEqual({
    ...{ token: 'new', outbox: [pending('Unsent'), pending('Before I signed in')], closed: ['a', 'b'], live: true },
    drafts: { '': 'And then', other: 'Half a word' },
  });
  expect([...held.keys()]).toEqual(['parley-7-hanna']);
  expect(open().read()).toEqual({});
  // The same once more, as pages say it: nothing is another.
  const next = open();
  next.turnTo('hanna');
  next.turnTo('hanna');
  expect(next.read()).toEqual(page.read());
});

test('before the first message nothing is stored of anybody, and where nothing may be stored nobody sees another one', () => {
  const { held, open } = aStorage();
  const page = open();
  page.draft('', 'Half a');
  page.turnTo('hanna');
  page.draft('', 'Half a word');
  expect([held.size, page.read().drafts]).toEqual([0, { '': 'Half a word' }]);
  const forbidden = createKeep('parley-7', () => {
    throw new Error('SecurityError');
  });
  forbidden.turnTo('hanna');
  forbidden.write({ token: 'hers' }, true);
  forbidden.turnTo('ivan');
  expect(forbidden.read().token).toBeUndefined();
});
