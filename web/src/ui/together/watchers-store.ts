import { useMemo, useSyncExternalStore } from 'react';
import { type RealtimeEvent, type Watcher, watchersOfTicket } from '#contract/realtime.ts';

const nobody: readonly Watcher[] = [];

/** After a greeting, and where something could not be told, all comes again. */
const isNewStart = ({ entity, action }: RealtimeEvent): boolean =>
  (entity === 'realtime' && action === 'hello') || (['realtime', 'watchers'].includes(entity) && action === 'resync');

/** Who is at which ticket, as the socket tells it. */
export function createWatchers() {
  const here = new Map<number, readonly Watcher[]>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    take(event: RealtimeEvent): void {
      if (isNewStart(event)) {
        here.clear();
        changed();
      } else if (event.entity === 'watchers') {
        const told = watchersOfTicket.safeParse(event.params);
        if (!told.success) return;
        if (told.data.watchers.length > 0) here.set(told.data.ticket_id, told.data.watchers);
        else here.delete(told.data.ticket_id);
        changed();
      }
    },
    of: (ticketId: number): readonly Watcher[] => here.get(ticketId) ?? nobody,
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const watchers = createWatchers();

/** The others at a ticket, the customer in their chat among them. */
export function useOthersAt(ticketId: number, me: number): readonly Watcher[] {
  const all = useSyncExternalStore(watchers.listen, () => watchers.of(ticketId));
  return useMemo(() => all.filter((one) => one.is_visitor === 1 || one.id !== me), [all, me]);
}

/** What somebody does there, as a key of the words `together`. */
export const doingOf = ({ is_visitor, doing }: Watcher) =>
  is_visitor === 0 ? doing : doing === 'replying' ? 'visitor_writes' : 'visitor_here';
