import type { ViewType } from '#contract/tickets.ts';

/** What can happen to a ticket. */
export type Happening =
  | 'customerWrote'
  /** To a ticket that is to sleep until its time, whatever they write. */
  | 'customerWroteMeanwhile'
  /** A third party did, in a side conversation: what was put off until then comes back, nothing else moves. */
  | 'thirdPartyAnswered'
  | 'agentReplied'
  /** What they had sent before the ticket was put away leaves only now: where it was put is where it is wanted. */
  | 'sentReplyLeft'
  /** What we answered reached nobody, and nobody has written since. */
  | 'answerFailed'
  | 'agentResolved'
  | 'agentReopened'
  | 'agentTookBack'
  | 'agentSnoozed'
  | 'agentUndidSnooze'
  | 'snoozeEnded'
  | 'joinedByOpen'
  | 'joinedByAnswered';

/**
 * The life of a ticket (SPEC section 3). Blank means it is our turn. A happening that is not listed is not allowed in
 * that state.
 */
const life: Record<ViewType, Partial<Record<Happening, ViewType>>> = {
  '': {
    customerWrote: '',
    agentReplied: 'answered',
    sentReplyLeft: 'answered',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
    agentSnoozed: 'snoozed',
    joinedByOpen: '',
  },
  answered: {
    customerWrote: '',
    answerFailed: '',
    agentReplied: 'answered',
    sentReplyLeft: 'answered',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
    agentSnoozed: 'snoozed',
    joinedByOpen: '',
  },
  snoozed: {
    customerWrote: '',
    customerWroteMeanwhile: 'snoozed',
    thirdPartyAnswered: '',
    agentReplied: 'answered',
    sentReplyLeft: 'snoozed',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
    agentSnoozed: 'snoozed',
    agentUndidSnooze: 'snoozed',
    snoozeEnded: '',
    joinedByOpen: '',
  },
  resolved: {
    customerWrote: '',
    answerFailed: '',
    agentReplied: 'answered',
    sentReplyLeft: 'resolved',
    agentResolved: 'resolved',
    agentReopened: '',
    agentTookBack: 'answered',
    joinedByOpen: '',
    joinedByAnswered: 'answered',
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

/** What an agent did can be taken back, and the line of the thread says so: by where it led, and from where. */
const takenBack: Partial<Record<ViewType, Partial<Record<ViewType, string>>>> = {
  resolved: { '': 'resolve_undone', answered: 'resolve_undone', snoozed: 'resolve_undone' },
  '': { answered: 'reopen_undone', resolved: 'reopen_undone', snoozed: 'wake_undone' },
};
export const takenBackBy = (led: ViewType, from: ViewType): string | undefined => takenBack[led]?.[from];

/**
 * Since when the customer waits: from their first unanswered word until somebody answers or resolves. `at`: when it
 * happened, which is before now for a letter that waited to be fetched.
 */
export function waitingSince(was: Date | null, happening: Happening, at: Date): Date | null {
  switch (happening) {
    case 'customerWrote':
    case 'customerWroteMeanwhile':
      return earlier(was, at);
    case 'snoozeEnded':
    case 'thirdPartyAnswered':
    case 'answerFailed':
      return was ?? at;
    case 'agentReplied':
    case 'sentReplyLeft':
    case 'agentResolved':
    case 'agentTookBack':
    case 'joinedByAnswered':
      return null;
    case 'agentReopened':
      return was ?? at;
    case 'agentSnoozed':
    case 'agentUndidSnooze':
    // The longer time of both, as `joined` has it; none where nobody waits in either.
    case 'joinedByOpen':
      return was;
    default:
      return happening satisfies never;
  }
}

export type Standing = {
  readonly view_type: ViewType;
  readonly waiting_since: Date | null;
  /** Where it sleeps. */
  readonly snoozed_until?: Date | null;
};

/**
 * What becomes of a ticket when another one joins it. If either was our turn it is our turn, and the customer waits since
 * the longer time; of a resolved ticket something comes again when the other one was not done. One that slept was to come
 * back by itself, and somebody has to look at it then: it comes back now, unless this one sleeps and wakes no later.
 * Undefined: it stays.
 */
export function joined(
  ticket: Standing,
  other: Standing,
): { readonly happening: 'joinedByOpen' | 'joinedByAnswered'; readonly waitingSince: Date | null } | undefined {
  const { view_type: here, waiting_since: since } = ticket;
  if (other.view_type === '' || (other.view_type === 'snoozed' && !sleepsNoLonger(ticket, other))) {
    const waitingSince = earlier(since, other.waiting_since);
    const isSame = here === '' && waitingSince?.getTime() === since?.getTime();
    return isSame ? undefined : { happening: 'joinedByOpen', waitingSince };
  }
  if (here !== 'resolved' || other.view_type !== 'answered') return undefined;
  return { happening: 'joinedByAnswered', waitingSince: null };
}

const sleepsNoLonger = (ticket: Standing, other: Standing): boolean =>
  ticket.view_type === 'snoozed' &&
  (!other.snoozed_until || (ticket.snoozed_until ?? other.snoozed_until) <= other.snoozed_until);

/** A letter, or a note, of those that leave a ticket together. */
export type Parted = {
  readonly kind: 'inbound' | 'outbound' | 'note';
  readonly mail_kind: string | null;
  readonly added: Date;
};

/** Of these, what somebody wrote to somebody. An answer of a program is none, and neither is a note. */
export const wordsOf = <P extends Parted>(parts: readonly P[]): P[] =>
  parts.filter((one) => one.kind === 'inbound' || (one.kind === 'outbound' && one.mail_kind === null));

/**
 * How a ticket of what left another one stands: where its last word leaves it, with the customer waiting since their first
 * unanswered one. Without a word nobody waits in it, nobody was answered, and it stands as the other one did.
 */
export function parted(parts: readonly Parted[], from: ViewType): Standing {
  const words = wordsOf(parts);
  const last = words.at(-1);
  if (!last) return { view_type: from, waiting_since: null };
  if (last.kind === 'outbound') return { view_type: 'answered', waiting_since: null };
  const answered = words.findLastIndex((one) => one.kind === 'outbound');
  return { view_type: '', waiting_since: words[answered + 1]?.added ?? null };
}

/** To the millisecond: what was read back from a row is no more exact. */
export const isSameStanding = (one: Standing, other: Standing): boolean =>
  one.view_type === other.view_type && one.waiting_since?.getTime() === other.waiting_since?.getTime();

/** Of two times since when somebody waits; null: nobody does. */
export const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));
