import type { ViewType } from '#contract/tickets.ts';

/** What can happen to a ticket. */
export type Happening =
  | 'customerWrote'
  /** To a ticket that is to sleep until its time, whatever they write. */
  | 'customerWroteMeanwhile'
  | 'agentReplied'
  | 'agentResolved'
  | 'agentReopened'
  | 'agentTookBack'
  | 'agentSnoozed'
  | 'agentUndidSnooze'
  | 'snoozeEnded';

/**
 * The life of a ticket (SPEC section 3). Blank means it is our turn. A happening that is not listed is not allowed in
 * that state.
 */
const life: Record<ViewType, Partial<Record<Happening, ViewType>>> = {
  '': {
    customerWrote: '',
    agentReplied: 'answered',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
    agentSnoozed: 'snoozed',
  },
  answered: {
    customerWrote: '',
    agentReplied: 'answered',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
    agentSnoozed: 'snoozed',
  },
  snoozed: {
    customerWrote: '',
    customerWroteMeanwhile: 'snoozed',
    agentReplied: 'answered',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
    agentSnoozed: 'snoozed',
    agentUndidSnooze: 'snoozed',
    snoozeEnded: '',
  },
  resolved: {
    customerWrote: '',
    agentReplied: 'answered',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
  },
};

/** How long a customer's letter opens what was resolved; a later one opens a ticket that follows it. */
export const reopenDaysMax = 14;

/** Whether a letter of the customer still belongs to this ticket, or to one that follows it. */
export const takesLetters = (ticket: { view_type: ViewType; resolved_at: Date | null }, now: Date): boolean =>
  ticket.view_type !== 'resolved' ||
  ticket.resolved_at === null ||
  now.getTime() - ticket.resolved_at.getTime() <= reopenDaysMax * 86_400_000;

/** The state after a happening; undefined when it is not allowed. */
export const after = (state: ViewType, happening: Happening): ViewType | undefined => life[state][happening];

/** Since when the customer waits: from their first unanswered word until somebody answers or resolves. */
export function waitingSince(was: Date | null, happening: Happening, now: Date): Date | null {
  switch (happening) {
    case 'customerWrote':
    case 'customerWroteMeanwhile':
    case 'snoozeEnded':
      return was ?? now;
    case 'agentReplied':
    case 'agentResolved':
    case 'agentTookBack':
      return null;
    case 'agentReopened':
      return was ?? now;
    case 'agentSnoozed':
    case 'agentUndidSnooze':
      return was;
    default:
      return happening satisfies never;
  }
}
