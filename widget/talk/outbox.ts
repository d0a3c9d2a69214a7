import type { ChatMessage } from '#contract/quidget-chat.ts';
import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import type { ChatFile } from './transport.ts';

export type Asked = Partial<Record<'name' | 'email' | 'phone' | 'question', string>>;

/** A message that the server has not taken yet. It is kept where a reload finds it, and goes out under one `client_id`. */
export type Pending = {
  client_id: string;
  /** The conversation's key; of one that is only beginning, the `client_id` of its first message. */
  talk: string;
  begins?: { asked: Asked; agrees: boolean; language: QuidgetLanguage };
  text: string;
  files: ChatFile[];
  at: string;
  /**
   * `waiting`: under way. `unsent`: no connection, it is tried again. `limited`: too many came, and it goes when the limit
   * ends. `refused`: by the server, for good.
   */
  state: 'waiting' | 'unsent' | 'limited' | 'refused';
  /** When the limit ends. */
  until?: number;
};

/** As they were written: whoever wrote first is heard first, in whichever tab. */
export function inOrder(pending: readonly Pending[]): Pending[] {
  return [...pending].sort((one, other) => one.at.localeCompare(other.at));
}

/**
 * The one that goes next. Those that were refused wait for the visitor, and `held` conversations for the end of a limit: they
 * hold up nobody but their own rest.
 */
export function nextOf(pending: readonly Pending[], held: Iterable<string>): Pending | undefined {
  const stuck = new Set(held);
  for (const one of pending) if (one.begins && one.state === 'refused') stuck.add(one.talk);
  return inOrder(pending).find((one) => one.state !== 'refused' && !stuck.has(one.talk));
}

/** Once a message is taken, what waits behind it goes to the conversation that it stands in: it may have begun one. */
export const settle = (pending: readonly Pending[], taken: Pending, key: string): Pending[] =>
  pending.filter((one) => one !== taken).map((one) => (one.talk === taken.talk ? { ...one, talk: key } : one));

/** What other tabs keep, and what this one does: nothing that was taken comes back, nothing unsent is lost. */
export function union(stored: readonly Pending[], own: readonly Pending[], taken: ReadonlySet<string>): Pending[] {
  const mine = new Set(own.map((one) => one.client_id));
  return inOrder(
    [...stored.filter((one) => !mine.has(one.client_id)), ...own].filter((one) => !taken.has(one.client_id)),
  );
}

/** Messages in their order, each once. The newer telling of one wins. */
export function merge(known: readonly ChatMessage[], come: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...known, ...come].map((one) => [one.id, one]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}
