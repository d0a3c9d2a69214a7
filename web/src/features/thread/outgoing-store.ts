import { z } from 'zod';
import { address, attachment } from '#contract/messages.ts';
import { undoSendSeconds } from '#contract/settings.ts';
import { snooze } from '#contract/snoozes.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * What was sent and not yet answered for, per person, in this browser's storage: a reload, a crash or a lost connection
 * does not lose a letter. It is no copy of server data: what the server has taken leaves it.
 */
const stored: z.ZodType<Outgoing> = z.object({
  client_id: z.string(),
  ticket_id: z.number(),
  case_number: z.string().optional(),
  kind: z.enum(['reply', 'note']),
  body_html: z.string(),
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  attachments: z.array(attachment),
  from: z.string().nullable().default(null),
  in_reply_to: z.number().nullable(),
  template_ids: z.array(z.number()).optional(),
  resolves: z.boolean(),
  snooze: snooze.nullish(),
  send_at: z.string().nullish(),
  hold_seconds: z.literal(undoSendSeconds).optional(),
  seen_to: z.number().nullish(),
  // An older Parley kept no name.
  mentions: z
    .array(z.object({ kind: z.enum(['user', 'team']), id: z.number(), name: z.string().default('') }))
    .optional(),
  draft_version: z.number().nullish(),
  written_at: z.string(),
  is_known: z.boolean().optional(),
  state: z.union([
    z.object({ is: z.literal('sending') }),
    z.object({ is: z.literal('waiting'), until: z.string().optional() }),
    z.object({ is: z.literal('refused'), key: z.string(), message: z.string() }),
    z.object({ is: z.literal('withdrawn'), isBack: z.boolean() }),
  ]),
});

export type OutgoingStore = {
  all: () => readonly Outgoing[];
  put: (one: Outgoing) => void;
  drop: (clientId: string) => void;
  reload: (told?: Pick<StorageEvent, 'key'>) => void;
  subscribe: (listener: () => void) => () => void;
};

export function openOutgoingStore(user: number, storage: Storage = localStorage): OutgoingStore {
  const name = `parley.outgoing.${user}`;
  const listeners = new Set<() => void>();
  /** Those for which there was no room: known in this tab alone. */
  let unstored: readonly Outgoing[] = [];
  const known = (stored = read(storage, name)): readonly Outgoing[] => {
    const ids = new Set(unstored.map((one) => one.client_id));
    return [...stored.filter((one) => !ids.has(one.client_id)), ...unstored];
  };
  let letters = known();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  /** Changes what is stored now, not what this tab last saw of it: another tab may be sending too. */
  const change = (how: (stored: readonly Outgoing[]) => readonly Outgoing[]) => {
    const stored = read(storage, name);
    const next = how(known(stored));
    letters = next;
    unstored = [];
    if (!write(storage, name, next)) {
      // A full browser still sends; it only cannot remember the letter over a reload. What was dropped leaves it all the same.
      const before = new Set(stored.map((one) => JSON.stringify(one)));
      unstored = next.filter((one) => !before.has(JSON.stringify(one)));
      const left = stored.filter((one) => next.some(({ client_id }) => client_id === one.client_id));
      if (left.length < stored.length) write(storage, name, left);
    }
    tell();
  };
  return {
    all: () => letters,
    put: (one) =>
      change((stored) => {
        const isKnown = stored.some((other) => other.client_id === one.client_id);
        return isKnown ? stored.map((other) => (other.client_id === one.client_id ? one : other)) : [...stored, one];
      }),
    drop: (clientId) => change((stored) => stored.filter((one) => one.client_id !== clientId)),
    /** After another tab has written, which may be something else. */
    reload: (told) => {
      if (told && told.key !== null && told.key !== name) return;
      const next = known();
      if (JSON.stringify(next) === JSON.stringify(letters)) return;
      letters = next;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Answers whether there was room. */
function write(storage: Storage, name: string, letters: readonly Outgoing[]): boolean {
  try {
    if (letters.length === 0) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(letters));
    return true;
  } catch {
    return false;
  }
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
