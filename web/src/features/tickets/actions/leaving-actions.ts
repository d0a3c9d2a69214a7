import type { TicketActions } from './use-ticket-actions.ts';

const leaving = ['resolve', 'snooze', 'spam', 'spamAndBlock', 'trash'] as const;

/** The same actions; with those that put a ticket away, its place is left for where the person wants to go on. */
export function leavingActions(does: TicketActions, leave: () => void): TicketActions {
  const then =
    <A extends unknown[]>(act: (...args: A) => Promise<void>) =>
    (...args: A) => {
      // Where to is what stands around it now, so it is left first; what is said of it, with its way back, comes along.
      leave();
      return act(...args);
    };
  const wrapped = leaving.map((name) => [name, then(does[name] as (...args: unknown[]) => Promise<void>)] as const);
  return { ...does, ...Object.fromEntries(wrapped) };
}
