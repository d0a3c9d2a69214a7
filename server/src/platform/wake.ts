import type { Database } from './database.ts';
import { openRedis } from './redis.ts';

/**
 * Nudges between the parts and processes of Parley: 'there is something new under this topic'. A nudge carries no news
 * and may be lost; whoever is nudged looks into the database, and looks now and then without being nudged.
 */
export interface Wake {
  /** Call after commit. */
  nudge(topic: Topic): void;
  /** Answers a function that unsubscribes. */
  on(topic: Topic, then: () => void): () => void;
  close(): Promise<void>;
}

export type Topic =
  | 'events'
  | 'deliveries'
  | 'copies'
  | 'inbound'
  | 'mailboxes'
  | 'integrations'
  | 'sessions'
  | 'outbox'
  | 'recovery'
  | 'notices'
  | 'pushes'
  | 'watchers'
  | 'visits'
  | 'snoozes'
  | 'erasures'
  | 'jobs'
  | 'waiting';

/** How nudges reach the other processes. */
export interface Bus {
  /** What was said while nobody listened is lost: the bus then says `*`, and everybody looks. */
  listen(onText: (text: string) => void): Promise<void>;
  say(text: string): Promise<void>;
  close(): Promise<void>;
}

const channel = 'parley_wake';
const coalesceMilliseconds = 20;

/** Within a process a nudge is a function call. To other processes it travels coalesced; `bus` is null when there are none. */
export async function createWake(bus: Bus | null, onError: (error: unknown) => void): Promise<Wake> {
  const listeners = new Map<Topic, Set<() => void>>();
  const call = (topic: Topic) => {
    for (const then of listeners.get(topic) ?? []) then();
  };

  const me = crypto.randomUUID().slice(0, 8);
  const pending = new Set<Topic>();
  let timer: NodeJS.Timeout | undefined;
  const tellOthers = () => {
    timer = undefined;
    const topics = [...pending].join(',');
    pending.clear();
    bus?.say(`${me}:${topics}`).catch(onError);
  };
  await bus?.listen((text) => {
    if (text === '*') for (const topic of listeners.keys()) call(topic);
    const [from, topics = ''] = text.split(':');
    if (from === me) return;
    for (const topic of topics.split(',')) call(topic as Topic); // an unknown topic has no listeners
  });

  return {
    nudge(topic) {
      call(topic);
      if (!bus) return;
      pending.add(topic);
      timer ??= setTimeout(tellOthers, coalesceMilliseconds);
    },
    on(topic, then) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(then));
      return () => all.delete(then);
    },
    async close() {
      clearTimeout(timer);
      await bus?.close();
    },
  };
}

/**
 * By NOTIFY, on a connection of its own and never inside a business transaction, where it would cost most of the commits.
 * The listening connection speaks to PostgreSQL itself: a pooler in between cannot hold it.
 */
export function busOverPostgres(db: Database): Bus {
  let listening: { close(): Promise<void> } | undefined;
  return {
    async listen(onText) {
      listening = await db.listen(channel, onText);
    },
    say: (text) => db.notify(channel, text),
    close: async () => listening?.close(),
  };
}

/**
 * By Redis or Valkey, publish and subscribe. Nothing durable lives there: it may be away at the start, and go and come.
 * Whoever reaches it again, to listen or to speak, makes everybody look once.
 */
export async function busOverRedis(url: string, onError: (error: unknown) => void): Promise<Bus> {
  const speaking = await openRedis(url, {
    connectionName: 'parley says',
    onError,
    enableOfflineQueue: false,
    commandTimeout: 1000,
  });
  speaking.on('ready', () => {
    speaking.publish(channel, '*').catch(onError);
  });
  const listening = await openRedis(url, { connectionName: 'parley listens', onError, lazyConnect: true });
  return {
    async listen(onText) {
      listening.on('message', (_channel, text) => onText(text));
      listening.on('ready', () => {
        listening.subscribe(channel).then(() => onText('*'), onError);
      });
      // When it is away it is connected to later, and has told so.
      await listening.connect().catch(() => {});
    },
    async say(text) {
      if (speaking.status === 'ready') await speaking.publish(channel, text);
    },
    async close() {
      speaking.disconnect();
      listening.disconnect();
    },
  };
}
