import type { Mention, WaitingLetter } from '#contract/drafts.ts';
import type { Address, Attachment } from '#contract/messages.ts';
import type { undoSendSeconds } from '#contract/settings.ts';
import type { SnoozeChoice } from '#contract/snoozes.ts';
import { readTime } from '../../i18n/time.ts';
import type { Message } from './message.ts';

/** What a person wrote and the server has not answered for yet. It is kept in the browser until it has. */
export type Outgoing = {
  /** Chosen once: a retry is the same letter. */
  readonly client_id: string;
  readonly ticket_id: number;
  /** Absent in what an older Parley kept. */
  readonly case_number?: string | undefined;
  readonly kind: 'reply' | 'note';
  readonly body_html: string;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  readonly attachments: readonly Attachment[];
  /** Null: from the mailbox's own address. */
  readonly from: string | null;
  readonly in_reply_to: number | null;
  /** Templates it was written with; absent in what an older Parley kept. */
  readonly template_ids?: readonly number[] | undefined;
  /** Resolve the ticket with it. */
  readonly resolves: boolean;
  /** Put the ticket off with it. */
  readonly snooze?: SnoozeChoice | null | undefined;
  /** `YYYY-MM-DD HH:mm:ss` UTC; null: now. */
  readonly send_at?: string | null | undefined;
  /** For so long it may be taken back. */
  readonly hold_seconds?: (typeof undoSendSeconds)[number] | undefined;
  /** The newest message its writer has seen. */
  readonly seen_to?: number | null | undefined;
  readonly mentions?: readonly Mention[] | undefined;
  /** Of the draft it was. */
  readonly draft_version?: number | null | undefined;
  /** When it was written, `YYYY-MM-DD HH:mm:ss` UTC. */
  readonly written_at: string;
  /** Its writer has been told that it was refused, and wants to hear of it in its thread alone. */
  readonly is_known?: boolean | undefined;
  readonly state: OutgoingState;
};

/**
 * `sending`: on its way to the server. `waiting`: the server could not be reached, it may even have taken the letter;
 * only the same client_id may be tried again; `until`, `YYYY-MM-DD HH:mm:ss` UTC: it asked to be left alone for so long. `refused`: the server said no, so it may also be changed. `withdrawn`: its
 * writer has taken it back, and the server is to hear of that, for it may have it all the same; `isBack`: in the composer.
 */
export type OutgoingState =
  | { readonly is: 'sending' }
  | { readonly is: 'waiting'; readonly until?: string | undefined }
  | { readonly is: 'refused'; readonly key: string; readonly message: string }
  | { readonly is: 'withdrawn'; readonly isBack: boolean };

const stopped = ['answered_meanwhile', 'was_taken_back'];

/** It goes back into the composer by itself: somebody wrote in the moment it was sent, or its writer took it back. */
export const comesBack = ({ state }: Pick<Outgoing, 'state'>): boolean =>
  state.is === 'withdrawn' ? !state.isBack : state.is === 'refused' && stopped.includes(state.key);

const isLeaving = ({ state }: Outgoing): boolean => state.is !== 'withdrawn';

/** The time that it names had passed when it came to the server, which may be long after it was written. */
export const isTooLate = ({ state }: Pick<Outgoing, 'state'>): boolean =>
  state.is === 'refused' && state.key === 'time_not_ahead';

/** Of the seconds that a letter could be taken back for when the server was asked, which may have been a while ago. */
export const secondsStillLeft = (seconds: number, askedAt: number | undefined, now = Date.now()): number =>
  seconds - Math.max(0, now - (askedAt ?? now)) / 1000;

/** What its writer sends at once by trying again. */
export const asTriedAgain = (one: Outgoing): Outgoing =>
  isTooLate(one) ? { ...one, snooze: null, send_at: null } : one;

/** A refused one of a ticket that was merged, as one of the ticket that it is found in now, which knows nothing of its draft. */
export const asMoved = (one: Outgoing, to: { id: number; case_number?: string | undefined }): Outgoing => ({
  ...one,
  ticket_id: to.id,
  case_number: to.case_number,
  draft_version: null,
});

/** As it leaves now: a snooze whose time has passed would be over already, and the ticket is answered. */
export const asLeavingNow = (one: Outgoing, now = new Date()): Outgoing =>
  one.snooze && readTime(one.snooze.until) <= now ? { ...one, snooze: null } : one;

/** The version of the draft that is on its way; 0 when none is. */
export const sentVersionOf = (outgoing: readonly Outgoing[], kind: Outgoing['kind']): number =>
  Math.max(
    0,
    ...outgoing
      .filter((one) => one.kind === kind && (isLeaving(one) || comesBack(one)))
      .map((one) => one.draft_version ?? 0),
  );

/** Letters of a ticket leave in the order they were written: one that waits holds up those behind it, a refused one does not. */
export const queueOf = (all: readonly Outgoing[], ticketId: number): readonly Outgoing[] =>
  all.filter((one) => one.ticket_id === ticketId && one.state.is !== 'refused' && isLeaving(one));

type Me = { id: number; name: string; avatar?: string | null };

/** The thread with what is on its way below it. What the server already shows is not shown twice. */
export function withOutgoing(messages: readonly Message[], outgoing: readonly Outgoing[], me: Me): Message[] {
  const known = new Set(messages.map((message) => message.client_id));
  const leaving = outgoing.filter((one) => isLeaving(one) && !known.has(one.client_id));
  return [...messages, ...leaving.map((one) => asMessage(one, me))];
}

/** And with what the server keeps until its time. What has left meanwhile, or is on its way to us, is one letter. */
export function withWaiting(messages: readonly Message[], waiting: readonly WaitingLetter[]): Message[] {
  const known = new Set(messages.filter((message) => message.id > 0).map((message) => message.client_id));
  const kept = waiting.filter((one) => !known.has(one.client_id));
  const ids = new Set(kept.map((one) => one.client_id));
  const rest = messages.filter((message) => message.id > 0 || !ids.has(message.client_id ?? ''));
  return [...rest, ...kept.map(waitingAsMessage)];
}

const waitingAsMessage = (one: WaitingLetter): Message => ({
  ...pending,
  author: { kind: 'user', id: one.user.id, name: one.user.name, avatar: one.user.avatar },
  to: one.to,
  cc: one.cc,
  bcc: one.bcc,
  body_html: one.body_html,
  attachments: one.attachments,
  client_id: one.client_id,
  added: one.written_at,
});

/** What is alike in all that has not left. */
const pending: Message = {
  ...{ id: 0, company_id: 0, ticket_id: 0, origin_ticket_id: 0, channel: 'mail', kind: 'outbound', direction: 2 },
  ...{ author: { kind: 'user', id: null, name: '', avatar: null }, from: null, to: [], cc: [], bcc: [], subject: '' },
  ...{ body_html: '', body_text: '', quoted_text: '', has_quote: 0, remote_images: 0, mail_kind: null, event: null },
  ...{ attachments: [], delivery: null, client_id: null, is_verified: null, has_source: 0, added: '' },
  ...{ side_id: null, edits: 0, edited_at: null },
};

/** A pending letter in the shape of a message, so that it is drawn like one. Its id is 0: it has none yet. */
function asMessage(one: Outgoing, me: Me): Message {
  return {
    ...pending,
    ticket_id: one.ticket_id,
    origin_ticket_id: one.ticket_id,
    kind: one.kind === 'note' ? 'note' : 'outbound',
    author: { kind: 'user', id: me.id, name: me.name, avatar: me.avatar ?? null },
    to: [...one.to],
    cc: [...one.cc],
    bcc: [...one.bcc],
    body_html: one.body_html,
    attachments: [...one.attachments],
    client_id: one.client_id,
    added: one.written_at,
  };
}
