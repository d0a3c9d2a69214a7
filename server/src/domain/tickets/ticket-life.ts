import type { ViewType } from '#contract/tickets.ts';

/** What can happen to a ticket. */
export type Happening =
  | 'customerWrote'
  | 'agentReplied'
  | 'agentResolved'
  | 'agentReopened'
  | 'agentTookBack'
  | 'agentSnoozed'
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
    agentReplied: 'answered',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
    agentSnoozed: 'snoozed',
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

/** The state after a happening; undefined when it is not allowed. */
export const after = (state: ViewType, happening: Happening): ViewType | undefined => life[state][happening];

/** Since when the customer waits: from their first unanswered word until somebody answers or resolves. */
export function waitingSince(was: Date | null, happening: Happening, now: Date): Date | null {
  switch (happening) {
    case 'customerWrote':
    case 'snoozeEnded':
      return was ?? now;
    case 'agentReplied':
    case 'agentResolved':
    case 'agentTookBack':
      return null;
    case 'agentReopened':
      return was ?? now;
    case 'agentSnoozed':
      return was;
    default:
      return happening satisfies never;
  }
}
