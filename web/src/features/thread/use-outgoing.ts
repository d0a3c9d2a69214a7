import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { discardWaiting } from '#contract/drafts.ts';
import { messages } from '#contract/messages.ts';
import { addNote, replyToTicket } from '#contract/ticket-writing.ts';
import { tickets } from '#contract/tickets.ts';
import { call } from '../../api/call.ts';
import { type ApiError, isApiError } from '../../api/problem.ts';
import { stateAfter } from '../../api/session.ts';
import { readTime, toWire } from '../../i18n/time.ts';
import { toastError } from '../../ui/toast.tsx';
import { asLeavingNow, asMoved, asTriedAgain, comesBack, type Outgoing, queueOf } from './outgoing.ts';
import { type OutgoingStore, openOutgoingStore } from './outgoing-store.ts';

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;
/** So often a question that others took over is waited for again. */
const takenOverMax = 5;

/** What the composer hands over. */
export type Written = Omit<Outgoing, 'client_id' | 'written_at' | 'is_known' | 'state'>;

export type Outbox = ReturnType<typeof openOutbox>;
const outboxes = new Map<number, Outbox>();

/** Letters on their way, of one ticket, and how to send more. They go on being sent when the page is left. */
export function useOutgoing(user: number, ticketId: number) {
  const client = useQueryClient();
  const outbox = useMemo(() => outboxOf(user, client), [user, client]);
  const all = useSyncExternalStore(outbox.subscribe, outbox.all);
  const outgoing = useMemo(() => all.filter((one) => one.ticket_id === ticketId), [all, ticketId]);
  return { outgoing, ...outbox };
}

/** Takes letters along where their ticket was merged. */
export function useMoveLetters(user: number) {
  const client = useQueryClient();
  return outboxOf(user, client).move;
}

/** Letters of all tickets. Goes on sending what a closed tab or a lost connection left behind. */
export function useOutbox(user: number) {
  const client = useQueryClient();
  const outbox = useMemo(() => outboxOf(user, client), [user, client]);
  return { all: useSyncExternalStore(outbox.subscribe, outbox.all), outbox };
}

function outboxOf(user: number, client: QueryClient): Outbox {
  const outbox = outboxes.get(user) ?? openOutbox(openOutgoingStore(user), client);
  outboxes.set(user, outbox);
  return outbox;
}

export function openOutbox(store: OutgoingStore, client: QueryClient) {
  const inFlight = new Set<string>();
  const failures = new Map<string, number>();
  /** Those that failed, until their next try. */
  const pauses = new Map<string, ReturnType<typeof setTimeout>>();
  /** The server has them, and the screen does not show that yet: those behind them need not wait for it. */
  const delivered = new Set<string>();
  /** Called when there is one more of them. */
  const waitsForAnswer = new Set<() => void>();

  const leaving = (ticketId: number) => queueOf(store.all(), ticketId).filter((one) => !delivered.has(one.client_id));
  const attempt = async (one: Outgoing): Promise<void> => {
    if (inFlight.has(one.client_id) || delivered.has(one.client_id)) return;
    if (one.state.is === 'withdrawn') return tellWithdrawn(one);
    const queue = () => leaving(one.ticket_id);
    const [first] = queue();
    const isHeld = first && first.client_id !== one.client_id;
    store.put({ ...one, state: isHeld ? first.state : { is: 'sending' } });
    if (isHeld) return attempt(first);
    inFlight.add(one.client_id);
    endPause(one.client_id);
    try {
      await deliver(asLeavingNow(one));
      failures.delete(one.client_id);
      if (!isWithdrawn(one)) void makeWay(one.client_id);
    } catch (error) {
      const refusal = refusalOf(error);
      const pause = isApiError(error) && error.status === 429 ? (error.retryAfter ?? 0) * 1000 : 0;
      // Taken back in another tab meanwhile.
      if (isWithdrawn(one)) return;
      // It stands in the composer again: nothing is left to be sent.
      if (refusal?.key === 'was_taken_back') return store.drop(one.client_id);
      const state: Outgoing['state'] = refusal
        ? { is: 'refused', key: refusal.key, message: refusal.errors[0].message }
        : { is: 'waiting', ...(pause > 0 ? { until: toWire(new Date(Date.now() + pause)) } : {}) };
      for (const held of refusal ? [one] : queue()) store.put({ ...held, is_known: false, state });
      if (!refusal) again(one, pause);
      // Whoever went on to another ticket would not see its red mark.
      else if (!location.pathname.endsWith(`/tickets/${one.ticket_id}`))
        toastError(i18next.t('thread.outgoing.refused_elsewhere', { number: numberOf(one) }), error);
    } finally {
      inFlight.delete(one.client_id);
      const [next] = queue();
      if (next && next.client_id !== one.client_id) void attempt(next);
    }
  };
  /** It may have arrived, with its answer lost. Whatever is said to this, it leaves no more, unless it has left already. */
  const tellWithdrawn = async (one: Outgoing) => {
    inFlight.add(one.client_id);
    const key = { ticket_id: one.ticket_id, client_id: one.client_id };
    const refusal = await call(discardWaiting, key).then(
      () => undefined,
      (error: unknown) => refusalOf(error) ?? 'silence',
    );
    inFlight.delete(one.client_id);
    if (refusal === 'silence') return again(one);
    const isGone = refusal?.key === 'already_sent';
    if (isGone) toastError(i18next.t('thread.outgoing.not_taken_back', { number: numberOf(one) }), refusal);
    const now = find(one.client_id);
    if (now && comesBack(now) && !isGone)
      store.put({ ...now, state: { is: 'refused', key: 'was_taken_back', message: '' } });
    else store.drop(one.client_id);
    await Promise.all([askAgain(client, messages.name), askAgain(client, 'drafts')]);
  };
  /** The row takes the place of the pending letter before that leaves, so that nothing blinks. */
  const makeWay = async (clientId: string) => {
    delivered.add(clientId);
    for (const look of waitsForAnswer) look();
    await Promise.all([askAgain(client, messages.name), askAgain(client, 'drafts')]);
    store.drop(clientId);
    delivered.delete(clientId);
    void client.invalidateQueries({ queryKey: [tickets.name] });
  };
  const again = (one: Outgoing, leastPauseMs = 0) => {
    const times = failures.get(one.client_id) ?? 0;
    failures.set(one.client_id, times + 1);
    const tryNext = () => {
      pauses.delete(one.client_id);
      goOn();
    };
    const pause = Math.max(leastPauseMs, Math.min(longestPauseMs, firstPauseMs * 2 ** times));
    endPause(one.client_id);
    pauses.set(one.client_id, setTimeout(tryNext, pause));
  };
  const endPause = (clientId: string) => {
    clearTimeout(pauses.get(clientId));
    pauses.delete(clientId);
  };
  const find = (clientId: string) => store.all().find((one) => one.client_id === clientId);
  const isWithdrawn = ({ client_id }: Outgoing) => find(client_id)?.state.is === 'withdrawn';
  const retry = (clientId: string) => {
    const one = find(clientId);
    if (one) void attempt(asTriedAgain(one));
  };
  /** What was refused is its writer's and leaves no more by itself; what is behind another follows that. */
  const isNext = ({ client_id, ticket_id, state }: Outgoing) =>
    state.is === 'withdrawn' || leaving(ticket_id)[0]?.client_id === client_id;
  /** Each in its turn: one that pauses is not hurried by the others. */
  const goOn = () => {
    for (const one of store.all())
      if (isNext(one) && pauseOf(one) === 0 && !pauses.has(one.client_id)) void attempt(one);
  };
  /** Where there is reason to hope again: what fails then is tried again soon. */
  const retryWaiting = () => {
    failures.clear();
    for (const clientId of pauses.keys()) {
      const one = find(clientId);
      // A pause that the server asked for lasts as long as it said.
      if (!one || pauseOf(one) === 0) endPause(clientId);
    }
    goOn();
  };
  addEventListener('online', retryWaiting);
  addEventListener('storage', store.reload);
  retryWaiting();
  for (const pause of new Set(store.all().map(pauseOf))) if (pause > 0) setTimeout(retryWaiting, pause);

  return {
    all: store.all,
    subscribe: store.subscribe,
    /** Answers what the letter is called from now on. */
    send: (written: Written): string => {
      const client_id = crypto.randomUUID();
      const written_at = new Date().toISOString().slice(0, 19).replace('T', ' ');
      void attempt({ ...written, client_id, written_at, state: { is: 'sending' } });
      return client_id;
    },
    retry,
    retryWaiting,
    /** Tells of these in their threads alone. */
    hush: (letters: readonly Outgoing[]) => {
      for (const one of letters) store.put({ ...one, is_known: true });
    },
    /** What was refused goes along where its ticket went; what the server has yet to answer for is told by the number it knows. */
    move: (from: number, to: { id: number; case_number?: string }) => {
      const refused = store.all().filter(({ ticket_id, state }) => ticket_id === from && state.is === 'refused');
      for (const one of refused) store.put(asMoved(one, to));
    },
    /** Once the server has answered for a letter, or cannot be asked: before that it knows of none to take back. */
    answered: (clientId: string): Promise<void> =>
      new Promise((done) => {
        const look = () => {
          if (find(clientId)?.state.is === 'sending' && !delivered.has(clientId)) return;
          leave();
          waitsForAnswer.delete(look);
          done();
        };
        const leave = store.subscribe(look);
        waitsForAnswer.add(look);
        look();
      }),
    /** Stops one that the server has not answered for: from then on it `comesBack`. Answers whether there is such a one; what the server has is its to give back. */
    withdraw: (clientId: string): boolean => {
      const one = find(clientId);
      if (!one) return false;
      if (delivered.has(clientId)) {
        store.drop(clientId);
        return false;
      }
      const { state } = one;
      const stopped: Outgoing = {
        ...one,
        state: state.is === 'refused' ? { ...state, key: 'was_taken_back' } : { is: 'withdrawn', isBack: false },
      };
      store.put(stopped);
      if (stopped.state.is === 'withdrawn') void attempt(stopped);
      return true;
    },
    /** Hands out one that comes back, for its writer to change. */
    takeBack: (clientId: string): Outgoing | null => {
      const one = find(clientId) ?? null;
      if (one?.state.is === 'withdrawn') store.put({ ...one, state: { is: 'withdrawn', isBack: true } });
      else store.drop(clientId);
      return one;
    },
  };
}

/** What an older Parley kept has none. */
export const numberOf = ({ case_number, ticket_id }: Outgoing): string => case_number ?? `#${ticket_id}`;

/** The server asked to be left alone for longer. Whoever presses the button tries all the same. */
const pauseOf = ({ state }: Outgoing): number =>
  state.is === 'waiting' && state.until ? Math.max(0, readTime(state.until).getTime() - Date.now()) : 0;

/** A refusal is an answer. Silence, a busy server and a session that is not (yet) in are not: the letter waits for better times. */
const refusalOf = (error: unknown): ApiError | undefined =>
  isApiError(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status) &&
  !stateAfter(error)
    ? error
    : undefined;

/** Answers when the screen shows how it is now, also where others ask the same meanwhile and so take the question over. */
async function askAgain(client: QueryClient, noun: string): Promise<void> {
  const asked = { queryKey: [noun], fetchStatus: 'fetching' as const };
  await client.invalidateQueries({ queryKey: [noun] });
  for (let times = 0; times < takenOverMax && client.isFetching(asked) > 0; times += 1)
    await client.refetchQueries(asked, { cancelRefetch: false });
}

async function deliver(one: Outgoing): Promise<void> {
  const { ticket_id, client_id, body_html } = one;
  const attachments = one.attachments.map((file) => file.id);
  const version = one.draft_version ? { draft_version: one.draft_version } : {};
  if (one.kind === 'note') {
    const called = one.mentions?.map(({ kind, id }) => ({ kind, id }));
    const mentions = called?.length ? { mentions: called } : {};
    await call(addNote, { ticket_id, client_id, body_html, attachments, ...mentions, ...version });
    return;
  }
  await call(replyToTicket, {
    ticket_id,
    client_id,
    body_html,
    to: [...one.to],
    cc: [...one.cc],
    bcc: [...one.bcc],
    attachments,
    ...(one.template_ids?.length ? { template_ids: [...one.template_ids] } : {}),
    ...(one.from === null ? {} : { from: one.from }),
    ...(one.in_reply_to === null ? {} : { in_reply_to: one.in_reply_to }),
    ...(one.resolves ? { and_then: { view_type: 'resolved' as const } } : {}),
    ...(one.snooze ? { and_then: { snooze: one.snooze } } : {}),
    ...(one.send_at ? { send_at: one.send_at } : {}),
    ...(one.hold_seconds ? { hold_seconds: one.hold_seconds } : {}),
    ...(one.seen_to ? { seen_to: one.seen_to } : {}),
    ...version,
  });
}
