import type { Rating } from '#contract/chat-ratings.ts';
import type { ChatMessage, ChatSaid, ChatTold, Conversation } from '#contract/quidget-chat.ts';
import type { Invitation } from '../seam.ts';
import type { Keep } from './keep.ts';
import { type Asked, merge, nextOf, type Pending, settle, union } from './outbox.ts';
import { createSender } from './sender.ts';
import {
  type Calls,
  type ChatFile,
  type Line,
  type LineState,
  Refused,
  type Transport,
  type Who,
} from './transport.ts';

export type TalkState = {
  conversations: readonly Conversation[];
  /** Of conversations that were opened. */
  messages: Readonly<Record<string, readonly ChatMessage[]>>;
  hasEarlier: Readonly<Record<string, boolean>>;
  pending: readonly Pending[];
  /** Who types where. */
  typing: Readonly<Record<string, string | undefined>>;
  line: LineState;
};

type Begins = NonNullable<Pending['begins']>;

type Heard = {
  changed(): void;
  /** Somebody of the company wrote: told once per message and tab. */
  came(message: ChatMessage, conversation: Conversation): void;
  invited(told: Invitation): void;
  /** What was written to one conversation stands in this one: the same, or another that follows one over since long. */
  led(from: string, to: string): void;
};

export type About = {
  language: 'en' | 'ua';
  time_zone: string;
  page: { url: string; title: string; referrer: string };
  /** What is answered, if the company wrote first. */
  invitation?: string | undefined;
};
export type Talk = ReturnType<typeof createTalk>;

/** So seldom it is tried whether a limit still holds. */
const limitSecondsMax = 900;
/** Where sockets do not get through. */
const pollSeenMs = 4000;
const pollUnseenMs = 30_000;

/** The visitor's conversations: what the server knows of them, what it does not yet, and the way between both. */
export function createTalk(transport: Transport, keep: Keep, heard: Heard, about: () => About) {
  let identity: Who['identity'];
  /** Whose it is, by a count of those who came: what was asked for one of them is never told to another. */
  let turn = 0;
  /** In whose name the word that is under way was sent. */
  let sentIn = turn;
  let attributes: Record<string, string> = {};
  let line: Line | undefined;
  let isGone = false;
  let isSeen = false;
  /** The server was asked what was missed, and did not say: the line is up, and no hello may come for long. */
  let isBehind = false;
  let polled = 0;
  const taken = new Set<string>();
  /** What this tab wrote. */
  const own = new Set<string>();
  /** The key of what this page began, by the `client_id` of its first message. */
  const keys = new Map<string, string>();
  const announced = new Map<string, number>();
  /** When something of a conversation was last learned, by a count of all that is. */
  const learned = new Map<string, number>();
  let learnings = 0;
  /** Conversations that a limit holds up. */
  const held = new Set<string>();
  /**
   * Up to which message nothing of a conversation is missing. What the socket tells, and what comes back to a word of the
   * visitor's, may stand behind what they missed while the line was down.
   */
  const whole = new Map<string, number>();
  const waitingFor = new Map<string, { done(key: string): void; failed(error: unknown): void }>();
  let poll: ReturnType<typeof setInterval> | undefined;
  let state: TalkState = {
    conversations: [],
    messages: {},
    hasEarlier: {},
    typing: {},
    pending: keep.read().outbox ?? [],
    line: 'down',
  };

  function set(change: Partial<TalkState>): void {
    state = { ...state, ...change };
    heard.changed();
  }

  /** Drawn when it is first needed, and the same in every tab. */
  function who(): Who {
    let { token } = keep.read();
    if (!token) {
      token = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
        .replace(/\W/g, '_')
        .slice(0, 43);
      keep.write({ token });
    }
    return { token, ...(identity && { identity }) };
  }

  async function call<P extends keyof Calls>(path: P, data: Record<string, unknown>): Promise<Calls[P]> {
    const asked = turn;
    const answer = await transport.call(path, who(), data);
    if (asked !== turn) throw new Refused([]);
    return answer;
  }

  function setPending(pending: readonly Pending[]): void {
    const all = union(keep.read().outbox ?? [], pending, taken);
    keep.write({ outbox: all, ...(all.length > 0 && { live: true }) }, all.length > 0);
    set({ pending: all });
  }

  /** What the server says of a conversation. It may come twice, and from several sides. */
  function learn(told: Conversation, come: readonly ChatMessage[] = [], isAll = false): void {
    const conversation = newer(told, come);
    const { key } = conversation;
    learned.set(key, ++learnings);
    const others = state.conversations.filter((one) => one.key !== key);
    // It heads the list when it is the one that has moved.
    const isNewest = come.length > 0 || others.length === state.conversations.length;
    const conversations = isNewest ? [conversation, ...others] : instead(conversation);
    const known = state.messages[key];
    const messages = known || isAll ? { ...state.messages, [key]: merge(known ?? [], come) } : state.messages;
    set({ conversations, messages });
    if (isAll) isWhole(key, come);
    for (const one of come) if (one.client_id) take(one.client_id, key);
    const last = announced.get(key) ?? conversation.read_by_visitor;
    for (const one of come) {
      if (one.from !== 'visitor' && one.id > last && !isAll) heard.came(one, conversation);
      if (one.from === 'agent') hearTyping(key);
    }
    // What came before the visitor's own words may be told after them.
    announced.set(key, Math.max(last, ...come.map((one) => (one.from === 'visitor' ? last : one.id))));
    noteLive();
  }

  const find = (key: string) => state.conversations.find((one) => one.key === key);

  /** All of them, with this one as it is now. */
  const instead = (now: Conversation) => state.conversations.map((one) => (one.key === now.key ? now : one));

  const isWhole = (key: string, come: readonly ChatMessage[]) =>
    whole.set(key, Math.max(whole.get(key) ?? 0, ...come.map((one) => one.id)));

  /** Telling may be older than what the visitor has read since, and news all the same. */
  function newer(told: Conversation, come: readonly ChatMessage[] = []): Conversation {
    const { read_by_visitor = 0 } = find(told.key) ?? {};
    if (read_by_visitor <= told.read_by_visitor) return told;
    const all = merge(state.messages[told.key] ?? [], come);
    const unread = all.filter((one) => one.from === 'agent' && one.id > read_by_visitor).length;
    return { ...told, read_by_visitor, unread };
  }

  /** The next page of the site fetches the chat at once when there may be an answer. */
  function noteLive(): void {
    const live = state.pending.length > 0 || state.conversations.some((one) => one.state === 'open' || one.unread > 0);
    if (keep.read().live !== live) keep.write({ live });
  }

  function take(clientId: string, key: string): void {
    waitingFor.get(clientId)?.done(key);
    waitingFor.delete(clientId);
    keys.set(clientId, key);
    const one = state.pending.find(({ client_id }) => client_id === clientId);
    if (!one) return;
    taken.add(clientId);
    const { [one.talk]: draft } = keep.read().drafts ?? {};
    if (draft) {
      keep.draft(one.talk, '');
      keep.draft(key, draft);
    }
    heard.led(keyOf(one.talk), key);
    setPending(settle(state.pending, one, key));
  }

  const sender = createSender({
    next: () => nextOf(state.pending, held),
    async send(one) {
      const { client_id, text, files } = one;
      sentIn = turn;
      if (one.begins) {
        const { conversation, messages } = await call('chat/begin', {
          client_id,
          text,
          attributes,
          ...about(),
          ...one.begins,
        });
        learn(conversation, messages, true);
        take(client_id, conversation.key);
      } else {
        const key = keyOf(one.talk);
        const ids = files.map((file) => file.id);
        const { conversation, message } = await call('chat/send', { key, client_id, text, files: ids });
        learn(conversation, [message]);
        take(client_id, conversation.key);
      }
      // Whom the server has sent away, and hears again.
      connect();
    },
    failed(one, error) {
      // It stays with whoever wrote it.
      if (sentIn !== turn) return;
      const { seconds = Number.NaN, all } = error as Partial<Refused>; // or of no answer
      const { begins } = one;
      const { field = '' } = all?.[0] ?? {};
      const claim = field.split('asked.')[1] as keyof Asked | undefined;
      // Another tab took the token along when somebody signed in there.
      if (field === 'data.identity') keep.write({ token: undefined });
      const waiter = waitingFor.get(one.client_id);
      waitingFor.delete(one.client_id);
      // The form says why, and keeps the words.
      if (seconds === 0 && waiter) drop(one.client_id);
      // What a page claims of its visitor holds up nothing that they write.
      else if (claim && begins?.asked[claim])
        mark(one.client_id, { begins: { ...begins, asked: { ...begins.asked, [claim]: '' } } });
      else
        mark(
          one.client_id,
          seconds > 0
            ? { state: 'limited', until: Date.now() + seconds * 1000 }
            : { state: seconds === 0 ? 'refused' : 'unsent' },
        );
      waiter?.failed(error);
      if (!(seconds > 0)) return;
      held.add(one.talk);
      // Those who share an address come back one after the other.
      setTimeout(hurry, Math.min(limitSecondsMax, seconds) * (1000 + 100 * Math.random()));
    },
  });

  function mark(clientId: string, change: Partial<Pending>): void {
    setPending(state.pending.map((one) => (one.client_id === clientId ? { ...one, ...change } : one)));
  }

  function drop(clientId: string): void {
    taken.add(clientId);
    setPending(state.pending);
  }

  function put(one: Pick<Pending, 'text' | 'files' | 'begins'> & { talk?: string }): string {
    const client_id = uuid();
    own.add(client_id);
    who();
    // Two within a millisecond keep their order.
    const newest = state.pending.at(-1);
    const at = new Date(Math.max(Date.now(), newest ? Date.parse(newest.at) + 1 : 0)).toISOString();
    setPending([...state.pending, { talk: client_id, ...one, client_id, at, state: 'waiting' }]);
    void sender.run();
    return client_id;
  }

  const keyOf = (talk: string): string => keys.get(talk) ?? talk;

  /** Without a form that waits for what comes of it. */
  const beginAtOnce = (text: string, begins: Begins): string => put({ text, files: [], begins });

  /** What was missed, over and above what the socket tells. */
  async function catchUp(isAll: boolean): Promise<void> {
    polled = Date.now();
    isBehind = false;
    const before = learnings;
    const isFresh = ({ key }: Conversation) => (learned.get(key) ?? 0) > before;
    try {
      const { conversations } = await call('chat/conversations', {});
      // What came while the answer was on its way is not in it.
      const fresh = state.conversations.filter(isFresh);
      set({ conversations: [...fresh, ...conversations.filter((one) => !isFresh(one)).map((one) => newer(one))] });
      noteLive();
      for (const { key, last, read_by_visitor } of conversations) {
        const to = find(key)?.read_by_visitor ?? 0;
        // It was read, and the server could not be told.
        if (to > read_by_visitor) void call('chat/read', { key, to }).catch(() => undefined);
        const known = state.messages[key];
        const said = known?.findLast((one) => one.from !== 'system');
        if (known && (isAll || said?.at !== last?.at || known.at(-1)?.id !== whole.get(key))) await fetchAfter(key);
      }
    } catch {
      isBehind = true;
    }
    void sender.run();
  }

  async function fetchAfter(key: string): Promise<void> {
    for (let hasMore = true; hasMore && !isGone; ) {
      const page = await call('chat/messages', { key, after: whole.get(key) ?? 0 });
      learn(page.conversation, page.messages);
      isWhole(key, page.messages);
      hasMore = page.has_more && page.messages.length > 0;
    }
  }

  /** Until the server says otherwise, however long they write. */
  const hearTyping = (key: string, name?: string) => set({ typing: { ...state.typing, [key]: name } });

  function hear(told: ChatTold): void {
    if (told.kind === 'messages') learn(told.conversation, told.messages);
    else if (told.kind === 'typing') hearTyping(told.key, told.name ?? undefined);
    else if (told.kind === 'invitation') heard.invited(told);
  }

  function connect(): void {
    if (isGone || line) return;
    const mine = turn;
    line = transport.connect(who(), {
      told: (told) => mine === turn && hear(told),
      state(next) {
        if (mine !== turn) return;
        // Whoever stops while nothing can be told is not told of; a line may be another than before, and up all the same.
        set({ line: next, typing: {} });
        if (next === 'over') hangUp();
        if (next !== 'up') return;
        line?.say({ kind: 'page', ...about().page });
        if (Object.keys(attributes).length) line?.say({ kind: 'attributes', attributes });
        hurry();
        void catchUp(true);
      },
    });
    poll = setInterval(() => {
      const since = Math.abs(Date.now() - polled);
      if ((isBehind || state.line === 'barred') && !document.hidden && since > (isSeen ? pollSeenMs : pollUnseenMs))
        void catchUp(isBehind);
    }, 1000);
  }

  function hangUp(): void {
    line?.close();
    line = undefined;
    clearInterval(poll);
  }

  /** It may go well now. */
  function hurry(): void {
    held.clear();
    void sender.run();
  }

  const look = () => {
    if (document.hidden) return;
    line?.hurry();
    hurry();
  };
  const watching = new AbortController();
  addEventListener('online', look, watching);
  document.addEventListener('visibilitychange', look, watching);
  keep.watch(() => {
    const { token, outbox = [] } = keep.read();
    const foreign = new Set(outbox.map((one) => one.client_id));
    // What another tab has got rid of was taken.
    const mine = state.pending.filter((one) => own.has(one.client_id) || foreign.has(one.client_id));
    set({ pending: union(outbox, mine, taken) });
    if (token && !line) connect();
  }, watching);

  // A site that knows who this is says so at once.
  queueMicrotask(() => {
    if (keep.read().live) connect();
    void sender.run();
  });

  return {
    state: () => state,
    keyOf,

    /** Resolves with the conversation's key once the server has it. Rejects when that takes longer: it is tried on. */
    begin(text: string, begins: Begins): { talk: string; taken: Promise<string> } {
      const talk = beginAtOnce(text, begins);
      return { talk, taken: new Promise((done, failed) => waitingFor.set(talk, { done, failed })) };
    },
    beginAtOnce,
    send(talk: string, text: string, files: ChatFile[]): void {
      put({ talk: keyOf(talk), text, files });
    },
    again(clientId: string): void {
      mark(clientId, { state: 'waiting' });
      hurry();
    },
    drop,
    async open(key: string): Promise<void> {
      if (state.messages[key]) return;
      const page = await call('chat/messages', { key });
      learn(page.conversation, page.messages, true);
      set({ hasEarlier: { ...state.hasEarlier, [key]: page.has_more } });
    },
    async earlier(key: string): Promise<void> {
      const before = state.messages[key]?.[0]?.id;
      if (!before) return;
      const page = await call('chat/messages', { key, before });
      set({
        messages: { ...state.messages, [key]: merge(state.messages[key] ?? [], page.messages) },
        hasEarlier: { ...state.hasEarlier, [key]: page.has_more },
      });
    },
    async read(key: string): Promise<void> {
      const to = state.messages[key]?.at(-1)?.id;
      const conversation = find(key);
      if (!to || !conversation || (conversation.read_by_visitor >= to && conversation.unread === 0)) return;
      set({ conversations: instead({ ...conversation, read_by_visitor: to, unread: 0 }) });
      await call('chat/read', { key, to }).catch(() => {
        isBehind = true;
      });
    },
    async rate(key: string, rating: Rating, comment: string): Promise<void> {
      learn((await call('chat/rate', { key, rating, comment })).conversation);
    },
    async end(key: string): Promise<void> {
      learn((await call('chat/end', { key })).conversation);
      if (state.messages[key]) await fetchAfter(key);
    },
    transcript(key: string, email: string) {
      const { language, time_zone } = about();
      return call('chat/transcript', { key, email, language, time_zone });
    },
    upload: (key: string, file: File, loaded: (share: number) => void, signal: AbortSignal) =>
      transport.upload(who(), key, file, loaded, signal),
    say: (said: ChatSaid) => line?.say(said),
    /** Nobody is signed in without one. Answers whether somebody else was. */
    identify(next: Who['identity']): boolean | undefined {
      if (JSON.stringify(identity) === JSON.stringify(next)) return false;
      const hasLeft = identity && identity.user !== next?.user;
      turn++;
      identity = next;
      if (hasLeft) {
        waitingFor.clear();
        attributes = {};
      }
      keep.turnTo(next?.user);
      const { outbox: pending = [], live } = keep.read();
      // Whoever was here before must not be shown to whoever is here now.
      set({ conversations: [], messages: {}, hasEarlier: {}, typing: {}, pending });
      whole.clear();
      hangUp();
      if (next || live) connect();
      hurry();
      return hasLeft;
    },
    setAttributes(next: Record<string, string>): void {
      attributes = next;
      line?.say({ kind: 'attributes', attributes });
    },
    /** The visitor looks at the chat now, or does not. */
    see(seen: boolean): void {
      isSeen = seen;
      if (seen && keep.read().token) connect();
    },
    destroy(): void {
      isGone = true;
      hangUp();
      sender.stop();
      watching.abort();
    },
  };
}

/** `crypto.randomUUID` is for pages over https alone. */
const uuid = (): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    ((crypto.getRandomValues(new Uint8Array(1))[0] as number) >> 4).toString(16),
  );
