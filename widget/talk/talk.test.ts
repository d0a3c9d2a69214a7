import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatMessage, ChatTold } from '#contract/quidget-chat.ts';
import { createKeep } from './keep.ts';
import { createTalk } from './talk.ts';
import { type Calls, Refused, type Transport, type Who } from './transport.ts';

const limitSeconds = 40_000;
const page = { url: 'https://shop.example/', title: 'Shop', referrer: '' };
const conversation = (key: string) => ({
  ...{ key, number: 'LO-1', state: 'open' as const, read_by_visitor: 0, read_by_agent: 0, agent_read_at: null },
  ...{ unread: 0, rating: null, last: null, has_email: false, with: '' },
});

const said = (id: number, from: ChatMessage['from'], text: string, client_id: string | null = null): ChatMessage => ({
  ...{ id, client_id, from, name: '', picture: null, text, files: [], at: `2026-03-02T08:0${id}:00Z` },
});

/** What is asked of the server, which takes no new conversation while `isFull`. */
function aServer() {
  const the = { isFull: true, asked: [] as string[], taken: [] as string[] };
  const answer = (path: string, { client_id, text }: Record<string, unknown>) => {
    the.asked.push(`${path} ${text}`);
    if (path === 'chat/begin' && the.isFull)
      throw new Refused([{ key: 'too_many_requests', message: '', values: { seconds: limitSeconds } }]);
    const message = { id: the.taken.push(String(text)), client_id, from: 'visitor', text, files: [], at: '' };
    return path === 'chat/begin'
      ? { conversation: conversation(String(client_id)), messages: [message] }
      : { conversation: conversation('known'), message };
  };
  const transport: Transport = {
    call: async <P extends keyof Calls>(path: P, _who: unknown, data: Record<string, unknown>) =>
      (path === 'chat/conversations' ? { conversations: [] } : answer(path, data)) as unknown as Calls[P],
    upload: () => Promise.reject(new Error('nothing is uploaded')),
    connect: () => ({ say() {}, hurry() {}, close() {} }),
  };
  return { the, transport };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') });
  const deaf = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('document', { hidden: false, ...deaf });
  for (const [name, how] of Object.entries(deaf)) vi.stubGlobal(name, how);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('A45 at a limit the visitor is told until when, other conversations go on, and each word arrives once when the limit ends', async () => {
  const { the, transport } = aServer();
  const heard = { changed() {}, came() {}, invited() {}, led() {} };
  const talk = createTalk(
    transport,
    createKeep('k', () => undefined),
    heard,
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  const begun = talk.beginAtOnce('The table wobbles', { asked: {}, agrees: true, language: 'en' });
  talk.send(begun, 'On the left', []);
  talk.send('known', 'Thank you', []);
  await vi.advanceTimersByTimeAsync(1000);
  expect(the.asked).toEqual(['chat/begin The table wobbles', 'chat/send Thank you']);
  expect(talk.state().pending.map(({ text, state, until }) => [text, state, until])).toEqual([
    ['The table wobbles', 'limited', Date.parse('2026-03-02T19:06:40Z')],
    ['On the left', 'waiting', undefined],
  ]);
  // It is asked seldom, though the limit is long: sooner it may have ended, later nobody would be there.
  await vi.advanceTimersByTimeAsync(899_000);
  expect(the.asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(the.asked).toHaveLength(3);
  the.isFull = false;
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(the.taken).toEqual(['Thank you', 'The table wobbles', 'On the left']);
  expect(talk.state().pending).toEqual([]);
  await vi.advanceTimersByTimeAsync(limitSeconds * 1000);
  expect(the.taken).toHaveLength(3);
  talk.destroy();
});

test('words to a conversation that was over long ago go on, with whoever looks at it, in the one that follows', async () => {
  const { transport } = aServer();
  const asked: unknown[] = [];
  const led: string[] = [];
  const call = async (_path: string, _who: unknown, { key, client_id, text }: Record<string, unknown>) => {
    asked.push(`${text} to ${key}`);
    const message = { id: asked.length, client_id, from: 'visitor', text, files: [], at: '' };
    return { conversation: conversation('new'), message };
  };
  const talk = createTalk(
    { ...transport, call: call as unknown as Transport['call'] },
    createKeep('k', () => undefined),
    { changed() {}, came() {}, invited() {}, led: (from, to) => led.push(`${from} to ${to}`) },
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  for (const text of ['Hello', 'It is me again', 'The lamp is broken']) talk.send('old', text, []);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['Hello to old', 'It is me again to new', 'The lamp is broken to new']);
  expect(new Set(led)).toEqual(new Set(['old to new', 'new to new']));
  expect(talk.state().pending).toEqual([]);
  talk.destroy();
});

test('what stands in the field while the first message is on its way is found under the conversation that it becomes', async () => {
  const { transport } = aServer();
  const call = async (_path: string, _who: unknown, { client_id, text }: Record<string, unknown>) => ({
    conversation: conversation('known'),
    messages: [{ id: 1, client_id, from: 'visitor', text, files: [], at: '' }],
  });
  const keep = createKeep('k', () => undefined);
  const heard = { changed() {}, came() {}, invited() {}, led() {} };
  const talk = createTalk({ ...transport, call: call as unknown as Transport['call'] }, keep, heard, () => ({
    language: 'en',
    time_zone: 'Europe/Kyiv',
    page,
  }));
  keep.draft('another', 'Half a word');
  const begun = talk.beginAtOnce('The table wobbles', { asked: {}, agrees: true, language: 'en' });
  keep.draft(begun, 'On the le');
  await vi.advanceTimersByTimeAsync(1000);
  expect(keep.read().drafts).toEqual({ another: 'Half a word', known: 'On the le' });
  talk.destroy();
});

test('a visitor who asks for it is tried again before the limit ends', async () => {
  const { the, transport } = aServer();
  const heard = { changed() {}, came() {}, invited() {}, led() {} };
  const talk = createTalk(
    transport,
    createKeep('k', () => undefined),
    heard,
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  const begun = talk.beginAtOnce('The table wobbles', { asked: {}, agrees: true, language: 'en' });
  await vi.advanceTimersByTimeAsync(1000);
  the.isFull = false;
  talk.again(begun);
  await vi.advanceTimersByTimeAsync(1);
  expect(the.taken).toEqual(['The table wobbles']);
  talk.destroy();
});

test('F14 who comes back and gets no answer of what they missed asks again while the line is up, and is told each word once', async () => {
  const { transport } = aServer();
  const answer = {
    ...{ id: 2, client_id: null, from: 'agent', name: 'Olena' },
    text: 'It is oak',
    at: '2026-03-02T08:00',
  };
  let [isAway, isTroubled, asked] = [false, false, 0];
  let greet = () => {};
  const came: string[] = [];
  const talk = createTalk(
    {
      ...transport,
      call: async <P extends keyof Calls>(path: P) => {
        if (path === 'chat/conversations') asked++;
        if (isTroubled) throw new Error('unreachable');
        const [known, messages] = [conversation('known'), isAway ? [answer] : []];
        return { conversations: [known], conversation: known, messages, has_more: false } as unknown as Calls[P];
      },
      connect: (_who, heard) => {
        greet = () => heard.state('up');
        return { say() {}, hurry() {}, close() {} };
      },
    },
    createKeep('k', () => undefined),
    { changed() {}, came: ({ text }) => came.push(text), invited() {}, led() {} },
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  talk.identify(signed('u-7'));
  greet();
  await talk.open('known');
  expect(asked).toBe(1);
  // The line is lost, an agent answers, and whoever comes back is let in by a server that is out of breath.
  [isAway, isTroubled] = [true, true];
  greet();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toBe(2);
  isTroubled = false;
  // As seldom as where sockets do not get through.
  await vi.advanceTimersByTimeAsync(28_000);
  expect(came).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(came).toEqual(['It is oak']);
  expect(talk.state().messages.known).toEqual([answer]);
  // Nothing is owed any more: the line tells the rest.
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toBe(3);
  talk.destroy();
});

/** The storage of a site, from page to page. */
function aStorage() {
  const held = new Map<string, string>();
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, text: string) => void held.set(name, text),
    removeItem: (name: string) => void held.delete(name),
  } as unknown as Storage;
}
const signed = (user: string) => ({ user, signature: `signed ${user}` });

test.each([
  ['at once', 0],
  ['late', 5000],
])(
  'F15 what a signed-in visitor wrote before a reload arrives in its order when their site says who they are %s',
  async (_when, ms) => {
    const { transport } = aServer();
    const taken: unknown[] = [];
    const kept = (text: string, talk: string, at: string) => ({
      ...{ client_id: `c-${text}`, talk, text, files: [], at: `2026-03-02T07:59:${at}Z`, state: 'waiting' as const },
    });
    const storage = aStorage();
    const earlier = createKeep('k', () => storage);
    earlier.turnTo('u-7');
    const outbox = [kept('1', 'known', '01'), kept('2', 'known', '02'), kept('3', 'other', '03')];
    earlier.write({ token: 'vouched for', live: true, outbox }, true);
    const call = async (path: string, { token, identity }: Who, { client_id, text, key }: Record<string, unknown>) => {
      if (path !== 'chat/conversations') taken.push(`${text} by ${identity?.user ?? 'nobody'}`);
      expect(token === 'vouched for').toBe(identity !== undefined);
      const message = { id: taken.length, client_id, from: 'visitor', text, files: [], at: '' };
      return { conversation: conversation(String(key ?? client_id)), message, messages: [message], conversations: [] };
    };
    const talk = createTalk(
      { ...transport, call: call as unknown as Transport['call'] },
      createKeep('k', () => storage),
      { changed() {}, came() {}, invited() {}, led() {} },
      () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
    );
    if (ms > 0) {
      await vi.advanceTimersByTimeAsync(ms);
      expect([taken, talk.state().pending]).toEqual([[], []]);
    }
    talk.identify(signed('u-7'));
    await vi.advanceTimersByTimeAsync(1);
    expect(taken).toEqual(['1 by u-7', '2 by u-7', '3 by u-7']);
    expect(talk.state().pending).toEqual([]);
    // Whoever comes after them writes for themselves.
    talk.identify(undefined);
    talk.beginAtOnce('4', { asked: {}, agrees: true, language: 'en' });
    await vi.advanceTimersByTimeAsync(1);
    expect(taken.at(-1)).toBe('4 by nobody');
    talk.destroy();
  },
);

test('F15 a word goes again where the site says who wrote it while the server is refusing the nameless one', async () => {
  const { transport } = aServer();
  const taken: unknown[] = [];
  let answerFirst = () => {};
  const call = async (_path: string, who: Who, { client_id, text }: Record<string, unknown>) => {
    if (!who.identity) {
      await new Promise<void>((done) => (answerFirst = done));
      throw new Refused([{ key: 'forbidden', field: 'data.identity', message: '' }]);
    }
    const message = { id: taken.push(text), client_id, from: 'visitor', text, files: [], at: '' };
    return { conversation: conversation('known'), message, messages: [message] };
  };
  const talk = createTalk(
    { ...transport, call: call as unknown as Transport['call'] },
    createKeep('k', () => undefined),
    { changed() {}, came() {}, invited() {}, led() {} },
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  const { taken: begun } = talk.begin('The table wobbles', { asked: {}, agrees: true, language: 'en' });
  await vi.advanceTimersByTimeAsync(1);
  talk.identify(signed('u-7'));
  answerFirst();
  expect(await begun).toBe('known');
  expect(taken).toEqual(['The table wobbles']);
  talk.destroy();
});

/** A line that is up, and answers that come when they are let go. */
function aSlowServer() {
  const the = {
    list: [conversation('known')] as ReturnType<typeof conversation>[],
    messages: [] as ChatMessage[],
    answers: [] as (() => void)[],
    tell: (_told: ChatTold) => {},
    greet: () => {},
    fall: () => {},
    came: [] as string[],
    /** How far it was told that the visitor has read, or was not, since it `isAway`. */
    reads: [] as unknown[],
    isAway: false,
  };
  const answer = (path: string, { client_id, text }: Record<string, unknown>) => {
    const own = said(7, 'visitor', String(text), String(client_id));
    if (path === 'chat/begin') return { conversation: conversation('begun'), messages: [own] };
    const [known] = the.list;
    return { conversations: the.list, conversation: known, message: own, messages: the.messages, has_more: false };
  };
  const talk = createTalk(
    {
      ...aServer().transport,
      async call<P extends keyof Calls>(path: P, _who: Who, data: Record<string, unknown>) {
        const answered = answer(path, data);
        if (path === 'chat/read') the.reads.push(data.to);
        if (the.isAway) throw new Error('away');
        if (path === 'chat/conversations') await new Promise<void>((done) => the.answers.push(done));
        return answered as unknown as Calls[P];
      },
      connect: (_who, heard) => {
        Object.assign(the, { tell: heard.told, greet: () => heard.state('up'), fall: () => heard.state('down') });
        return { say() {}, hurry() {}, close() {} };
      },
    },
    createKeep('k', () => undefined),
    { changed() {}, came: ({ text }) => the.came.push(text), invited() {}, led() {} },
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  talk.identify(signed('u-7'));
  return { the, talk };
}

test('an agent without a name types, and stops', async () => {
  const { the, talk } = aSlowServer();
  the.tell({ kind: 'typing', key: 'known', name: '' });
  expect(talk.state().typing.known).toBe('');
  the.tell({ kind: 'typing', key: 'known', name: null });
  expect(talk.state().typing.known).toBeUndefined();
  talk.destroy();
});

test('whoever writes for long is seen writing all the while, and no longer once nobody could tell that they stopped', async () => {
  const { the, talk } = aSlowServer();
  the.greet();
  the.tell({ kind: 'typing', key: 'known', name: 'Ira' });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(talk.state().typing.known).toBe('Ira');
  the.fall();
  expect(talk.state().typing.known).toBeUndefined();
  // A line that was doubted is another one, and was never down.
  the.greet();
  the.tell({ kind: 'typing', key: 'known', name: 'Ira' });
  the.greet();
  expect(talk.state().typing.known).toBeUndefined();
  talk.destroy();
});

test('F14 what comes while it is asked what was missed stays: an unread word, and a conversation that was just begun', async () => {
  const { the, talk } = aSlowServer();
  the.list = [conversation('known'), conversation('other')];
  the.greet();
  the.tell({
    kind: 'messages',
    conversation: { ...conversation('other'), unread: 1 },
    messages: [said(2, 'agent', 'It is oak')],
  });
  talk.beginAtOnce('The table wobbles', { asked: {}, agrees: true, language: 'en' });
  await vi.advanceTimersByTimeAsync(1);
  expect(the.answers).toHaveLength(1);
  for (const answer of the.answers) answer();
  await vi.advanceTimersByTimeAsync(1);
  const shown = talk.state().conversations.map(({ key, unread }) => [key, unread]);
  expect(shown).toEqual([
    ['begun', 0],
    ['other', 1],
    ['known', 0],
  ]);
  // Asked anew, the server knows best.
  the.list = [conversation('other')];
  the.greet();
  await vi.advanceTimersByTimeAsync(1);
  the.answers.at(-1)?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(talk.state().conversations).toEqual([conversation('other')]);
  talk.destroy();
});

test('F14 an answer that was missed while the visitor wrote on is told, once', async () => {
  const { the, talk } = aSlowServer();
  await talk.open('known');
  // Whoever writes has read, as the server sees it.
  the.list = [{ ...conversation('known'), read_by_visitor: 7 }];
  talk.send('known', 'Is it oak?', []);
  await vi.advanceTimersByTimeAsync(1);
  expect(talk.state().messages.known?.map(({ id }) => id)).toEqual([7]);
  the.messages = [said(6, 'agent', 'It is oak'), said(7, 'visitor', 'Is it oak?')];
  for (let times = 0; times < 2; times++) {
    the.greet();
    await vi.advanceTimersByTimeAsync(1);
    the.answers.at(-1)?.();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(the.came).toEqual(['It is oak']);
  expect(talk.state().messages.known?.map(({ id }) => id)).toEqual([6, 7]);
  talk.destroy();
});

test('F16 what was asked for one who was signed in, and is answered late, is shown to nobody who comes after them', async () => {
  const { the, talk } = aSlowServer();
  await talk.open('known');
  const tellHanna = the.tell;
  the.greet();
  the.list = [conversation('hers')];
  the.messages = [said(2, 'agent', 'It is oak')];
  const opened = talk.open('hers').catch(() => 'not told');
  expect(talk.identify(signed('u-8'))).toBe(true);
  for (const answer of the.answers) answer();
  // Her line may say a last word while it closes.
  tellHanna({ kind: 'messages', conversation: conversation('hers'), messages: [said(2, 'agent', 'It is oak')] });
  tellHanna({ kind: 'typing', key: 'hers', name: 'Olena' });
  expect(await opened).toBe('not told');
  await vi.advanceTimersByTimeAsync(1);
  expect(talk.state()).toMatchObject({ conversations: [], messages: {}, typing: {}, pending: [] });
  expect(the.came).toEqual([]);
  // Said once more, nobody else has come.
  expect(talk.identify(signed('u-8'))).toBe(false);
  talk.destroy();
});

test('F16 words under way when another one signs in stay with whoever wrote them, and arrive once when they are back', async () => {
  const { transport } = aServer();
  const taken = new Map<unknown, string>();
  let answer = () => {};
  const plans: unknown[] = [];
  const call = async (path: string, { token, identity }: Who, said: Record<string, unknown>) => {
    if (path === 'chat/conversations') return { conversations: [] };
    const { client_id, text, attributes } = said;
    plans.push(attributes);
    taken.set(client_id, `${text} by ${identity?.user} with ${token}`);
    if (text === 'Hers') await new Promise<void>((done) => (answer = done));
    const message = { id: taken.size, client_id, from: 'visitor', text, files: [], at: '' };
    return { conversation: conversation(String(client_id)), message, messages: [message] };
  };
  const storage = aStorage();
  const keep = createKeep('k', () => storage);
  const led: string[] = [];
  const talk = createTalk(
    { ...transport, call: call as unknown as Transport['call'] },
    keep,
    { changed() {}, came() {}, invited() {}, led: (from) => led.push(from) },
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  const begins = { asked: {}, agrees: true, language: 'en' as const };
  talk.identify(signed('hanna'));
  talk.setAttributes({ plan: 'gold' });
  const { taken: hers } = talk.begin('Hers', begins);
  const heard = vi.fn<() => void>();
  void hers.then(heard, heard);
  keep.draft('', 'Half a word of hers');
  await vi.advanceTimersByTimeAsync(1);
  const { token } = keep.read();
  talk.identify(signed('ivan'));
  expect([talk.state().pending, keep.read().drafts]).toEqual([[], undefined]);
  talk.beginAtOnce('His', begins);
  answer();
  await vi.advanceTimersByTimeAsync(1000);
  expect(talk.state().conversations).toHaveLength(1);
  expect([...taken.values()]).toEqual([`Hers by hanna with ${token}`, expect.stringMatching(/^His by ivan with /)]);
  expect(keep.read().token).not.toBe(token);
  expect(plans).toEqual([{ plan: 'gold' }, {}]);
  // Her form is gone: it hears of it no more.
  expect(heard).not.toHaveBeenCalled();
  expect(talk.state().pending).toEqual([]);

  talk.identify(signed('hanna'));
  expect(talk.state().pending.map(({ text }) => text)).toEqual(['Hers']);
  await vi.advanceTimersByTimeAsync(1);
  answer();
  await vi.advanceTimersByTimeAsync(1);
  expect(talk.state().pending).toEqual([]);
  expect(taken.size).toBe(2);
  expect(keep.read().drafts).toEqual({ '': 'Half a word of hers' });
  talk.destroy();
});

test('F16 where a token was taken along by whoever signed in in another tab, the next try is made with another', async () => {
  const { transport } = aServer();
  const tokens: string[] = [];
  const call = async (_path: string, { token }: Who, { client_id, text }: Record<string, unknown>) => {
    tokens.push(token);
    if (token === tokens[0]) throw new Refused([{ key: 'forbidden', field: 'data.identity', message: '' }]);
    const message = { id: 1, client_id, from: 'visitor', text, files: [], at: '' };
    return { conversation: conversation('known'), message, messages: [message], conversations: [] };
  };
  const talk = createTalk(
    { ...transport, call: call as unknown as Transport['call'] },
    createKeep('k', () => undefined),
    { changed() {}, came() {}, invited() {}, led() {} },
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  const begun = talk.beginAtOnce('The table wobbles', { asked: {}, agrees: true, language: 'en' });
  await vi.advanceTimersByTimeAsync(1);
  expect(talk.state().pending.map(({ state }) => state)).toEqual(['refused']);
  talk.again(begun);
  await vi.advanceTimersByTimeAsync(1);
  expect(talk.state().pending).toEqual([]);
  expect(new Set(tokens).size).toBe(2);
  talk.destroy();
});

test('F14 news is unread though the server has not heard yet how far the visitor has read', async () => {
  const { the, talk } = aSlowServer();
  the.messages = [said(2, 'agent', 'It is oak'), said(3, 'agent', 'Or ash')];
  the.list = [{ ...conversation('known'), unread: 2 }];
  await talk.open('known');
  await talk.read('known');
  const shown = () => talk.state().conversations.map(({ read_by_visitor, unread }) => [read_by_visitor, unread]);
  expect(shown()).toEqual([[3, 0]]);
  the.tell({
    kind: 'messages',
    conversation: { ...conversation('known'), unread: 3 },
    messages: [said(4, 'agent', 'Which one is it?')],
  });
  expect(shown()).toEqual([[3, 1]]);
  talk.destroy();
});

test('F14 that something was read is said again when the server could not be told, and no more once it knows', async () => {
  const { the, talk } = aSlowServer();
  const asksAgain = async () => {
    for (const answer of the.answers.splice(0)) answer();
    await vi.advanceTimersByTimeAsync(1);
  };
  the.messages = [said(2, 'agent', 'It is oak')];
  the.list = [{ ...conversation('known'), unread: 1 }];
  await talk.open('known');
  the.isAway = true;
  await talk.read('known');
  the.isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  await asksAgain();
  expect(the.reads).toEqual([2, 2]);
  the.list = [{ ...conversation('known'), read_by_visitor: 2 }];
  the.greet();
  await asksAgain();
  expect(the.reads).toEqual([2, 2]);
  talk.destroy();
});

test('what a page claims of its visitor holds up nothing: each claim that is refused is left out, and the words go', async () => {
  const begun: unknown[] = [];
  const { transport } = aServer();
  const call = async (path: string, _who: Who, { asked }: Record<string, unknown>) => {
    if (path !== 'chat/begin') return { conversations: [] };
    begun.push(asked);
    const { name, email } = asked as Record<string, string>;
    if (name && name.length > 200)
      throw new Refused([{ key: 'too_long', field: 'data.asked.name', message: '', values: {} }]);
    if (email) throw new Refused([{ key: 'invalid_email', field: 'data.asked.email', message: '', values: {} }]);
    // Nothing is left that it could do without.
    throw new Refused([{ key: 'required', field: 'data.asked.email', message: '', values: {} }]);
  };
  const talk = createTalk(
    { ...transport, call: call as unknown as Transport['call'] },
    createKeep('k', () => undefined),
    { changed() {}, came() {}, invited() {}, led() {} },
    () => ({ language: 'en', time_zone: 'Europe/Kyiv', page }),
  );
  const asked = { name: 'H'.repeat(201), email: 'none', phone: '1' };
  talk.beginAtOnce('Hello', { asked, agrees: true, language: 'en' });
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual([asked, { ...asked, name: '' }, { ...asked, name: '', email: '' }]);
  // That one is missing is another matter.
  expect(talk.state().pending.map(({ state }) => state)).toEqual(['refused']);
  talk.destroy();
});
