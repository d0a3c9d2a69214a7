import type { Database } from './database.ts';

/**
 * Nudges between the parts and processes of Parley: 'there is something new under this topic'. A nudge carries no news
 * and may be lost; whoever is nudged looks into the database, and looks now and then without being nudged.
 *
 * Within a process it is a function call. To other processes it travels by NOTIFY on a connection of its own, coalesced:
 * NOTIFY inside a business transaction would cost most of the commits.
 */
export interface Wake {
  /** Call after commit. */
  nudge(topic: Topic): void;
  /** Answers a function that unsubscribes. */
  on(topic: Topic, then: () => void): () => void;
  close(): Promise<void>;
}

export type Topic = 'events' | 'deliveries' | 'copies' | 'inbound' | 'mailboxes' | 'sessions' | 'outbox';

const channel = 'parley_wake';
const coalesceMilliseconds = 20;

export async function createWake(
  db: Database,
  { alone, onError }: { alone: boolean; onError: (error: unknown) => void },
): Promise<Wake> {
  const listeners = new Map<Topic, Set<() => void>>();
  const call = (topic: Topic) => {
    for (const then of listeners.get(topic) ?? []) then();
  };

  // One process with its own database has nobody to tell.
  const me = crypto.randomUUID().slice(0, 8);
  const pending = new Set<Topic>();
  let timer: NodeJS.Timeout | undefined;
  const tellOthers = () => {
    timer = undefined;
    const topics = [...pending].join(',');
    pending.clear();
    db.notify(channel, `${me}:${topics}`).catch(onError);
  };
  const listening = alone
    ? undefined
    : await db.listen(channel, (payload) => {
        if (payload === '*') for (const topic of listeners.keys()) call(topic);
        const [from, topics = ''] = payload.split(':');
        if (from === me) return;
        for (const topic of topics.split(',')) call(topic as Topic); // an unknown topic has no listeners
      });

  return {
    nudge(topic) {
      call(topic);
      if (alone) return;
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
      await listening?.close();
    },
  };
}
