import type { Pending } from './outbox.ts';

export type Kept = {
  token?: string;
  /** There is a conversation that may have been answered: the next page asks. */
  live?: boolean;
  outbox?: Pending[];
  /** What stands in the fields, by conversation. */
  drafts?: Record<string, string | undefined>;
  isSilent?: boolean;
  /** What somebody wrote first, and the visitor has opened or waved away: it is not shown again. */
  closed?: string[];
  /** The newest message that one of the tabs rang for. */
  rung?: number;
};

export type Keep = {
  read(): Kept;
  /** Before the first message nothing is written: the change is remembered for this page alone. */
  write(change: Kept, mayStore?: boolean): void;
  /** What stands in the field of one conversation, `''` being the one that is not begun; those of others stay. */
  draft(slot: string, text: string): void;
  /**
   * To what is kept for this user of the site; without one, for whoever is not signed in. What was written without a name goes
   * along with whoever signs in: nothing of it stays behind for the next one.
   */
  turnTo(user: string | undefined): void;
  /** Another tab wrote. */
  watch(changed: () => void, until: AbortController): void;
};

/** The site's own storage, under one name for each user; where it is forbidden or full, this page's memory. */
export function createKeep(nameless: string, storage: () => Storage | undefined): Keep {
  let name = nameless;
  let memory: Kept = {};
  function tried<T>(act: (found: Storage | undefined) => T): T | undefined {
    try {
      return act(storage());
    } catch {
      return undefined;
    }
  }
  const stored = () => tried((found) => JSON.parse(found?.getItem(name) ?? 'null') as Kept | null); // we wrote it
  const read = () => ({ ...memory, ...stored() });
  function write(change: Kept, mayStore?: unknown): void {
    const text = JSON.stringify({ ...read(), ...change });
    memory = JSON.parse(text);
    if (mayStore || stored()) tried((found) => found?.setItem(name, text));
  }
  return {
    read,
    write,
    draft: (slot, text) => write({ drafts: { ...read().drafts, [slot]: text || undefined } }),
    turnTo(user) {
      const [was, before, kept] = [name, read(), stored()];
      name = user ? `${nameless}-${user}` : nameless;
      if (name === was) return;
      memory = {};
      if (was !== nameless) return;
      tried((found) => found?.removeItem(was));
      const { outbox = [], drafts, closed = [] } = read();
      write(
        {
          ...before,
          outbox: [...outbox, ...(before.outbox ?? [])],
          drafts: { ...drafts, ...before.drafts },
          closed: [...closed, ...(before.closed ?? [])],
        },
        kept,
      );
    },
    watch: (changed, until) => addEventListener('storage', ({ key }) => key === name && changed(), until),
  };
}
