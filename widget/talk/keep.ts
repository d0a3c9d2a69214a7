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
  /** Another tab wrote. Returns the end of it. */
  watch(changed: () => void): () => void;
};

/** The site's own storage under one name; where it is forbidden, this page's memory. */
export function createKeep(name: string, storage: () => Storage | undefined): Keep {
  let memory: Kept = {};
  const stored = (): Kept | undefined => {
    try {
      const text = storage()?.getItem(name);
      const found: unknown = text ? JSON.parse(text) : undefined;
      return typeof found === 'object' && found !== null ? (found as Kept) : undefined;
    } catch {
      return undefined;
    }
  };
  const read = () => ({ ...memory, ...stored() });
  function write(change: Kept, mayStore = false): void {
    memory = { ...read(), ...change };
    if (!mayStore && !stored()) return;
    try {
      storage()?.setItem(name, JSON.stringify(memory));
    } catch {
      // Full, or forbidden: this page remembers.
    }
  }
  return {
    read,
    write,
    draft: (slot, text) => write({ drafts: { ...read().drafts, [slot]: text || undefined } }),
    watch(changed) {
      const look = (event: StorageEvent) => event.key === name && changed();
      addEventListener('storage', look);
      return () => removeEventListener('storage', look);
    },
  };
}
