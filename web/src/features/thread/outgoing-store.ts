import { z } from 'zod';
import { address, attachment } from '#contract/messages.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * What was sent and not yet answered for, per person, in this browser's storage: a reload, a crash or a lost connection
 * does not lose a letter. It is no copy of server data: what the server has taken leaves it.
 */
const stored: z.ZodType<Outgoing> = z.object({
  client_id: z.string(),
  ticket_id: z.number(),
  kind: z.enum(['reply', 'note']),
  body_html: z.string(),
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  attachments: z.array(attachment),
  in_reply_to: z.number().nullable(),
  resolves: z.boolean(),
  written_at: z.string(),
  state: z.union([
    z.object({ is: z.literal('sending') }),
    z.object({ is: z.literal('waiting') }),
    z.object({ is: z.literal('refused'), key: z.string(), message: z.string() }),
  ]),
});

export type OutgoingStore = {
  all: () => readonly Outgoing[];
  put: (one: Outgoing) => void;
  drop: (clientId: string) => void;
  subscribe: (listener: () => void) => () => void;
};

export function openOutgoingStore(user: number, storage: Storage = localStorage): OutgoingStore {
  const name = `parley.outgoing.${user}`;
  const listeners = new Set<() => void>();
  let letters = read(storage, name);
  const write = (next: readonly Outgoing[]) => {
    letters = next;
    try {
      if (next.length === 0) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(next));
    } catch {
      // A full browser still sends; it only cannot remember the letter over a reload.
    }
    for (const listener of listeners) listener();
  };
  return {
    all: () => letters,
    put: (one) => write([...letters.filter((other) => other.client_id !== one.client_id), one]),
    drop: (clientId) => write(letters.filter((one) => one.client_id !== clientId)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Each letter by itself: one that cannot be understood does not take the others with it. */
function read(storage: Storage, name: string): readonly Outgoing[] {
  try {
    const letters: unknown = JSON.parse(storage.getItem(name) ?? '[]');
    return Array.isArray(letters) ? letters.flatMap((one) => stored.safeParse(one).data ?? []) : [];
  } catch {
    return [];
  }
}
