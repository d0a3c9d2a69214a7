import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { discardDraft, draftsOfTicket, type Draft as ServerDraft, saveDraft } from '#contract/drafts.ts';
import { beforeLeaving } from '../../api/before-leaving.ts';
import { call, callQuery } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { stateAfter } from '../../api/session.ts';
import { thisDevice } from '../../api/this-device.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { placeOf } from './draft-place.ts';
import { type Draft, type DraftKey, dropDraft, dropOldDrafts, keepDraft, nameOf, readDraft } from './draft-store.ts';
import { reconcile } from './reconcile-draft.ts';

const pauseMs = 400;
/** The server is told when the fingers rest, and now and then while they do not. */
const serverPauseMs = 1_500;
const serverPatienceMs = 5_000;
const againMs = 5_000;

type Content = Omit<Draft, 'savedAt' | 'version' | 'isKept'>;

/**
 * - `kept`: the server has it. `here`: this browser alone, until the server answers again.
 * - `failed`: nobody: the browser has no room, or the server will not have it.
 */
export type DraftState = { savedAt: number | null; where: 'kept' | 'here' | 'failed' };

const nothingSaved: DraftState = { savedAt: null, where: 'kept' };

/**
 * Keeps what is being written: in this browser a moment after each change, on the server a little later, and both when
 * the page is left. `read` says what there is to keep; null when nothing is, and then the draft goes. `apply` puts in
 * what was written elsewhere.
 */
export function useDraft(
  key: DraftKey,
  read: () => Content | null,
  apply: (draft: Content | null) => void,
  /** What of it is on its way as a message: it stands on the server until that has arrived. */
  sentVersion: number,
) {
  const client = useQueryClient();
  const { data } = useQuery(draftsOf(key));
  // What was put back without a server says nothing of them.
  const mine: readonly ServerDraft[] | undefined = data?.mine;
  const there = mine && (mine.find((one) => isOf(key, one) && one.version > sentVersion) ?? null);
  const [initial] = useState(() => readDraft(key));
  const [state, setState] = useState<DraftState>({ savedAt: initial?.savedAt ?? null, where: 'kept' });
  /** What lost against what stands here now, to be had back. */
  const [other, setOther] = useState<Content | null>(null);
  const now = useRef({
    version: initial?.version ?? 0,
    isKept: initial?.isKept ?? true,
    typedAt: initial?.savedAt ?? 0,
    isBusy: false,
  });
  const [place] = useState(() => placeOf(nameOf(key)));
  const running = useRef<Promise<void>>(undefined);
  const timers = useRef<{ here?: Timer; server?: Timer; since: number }>({ since: 0 });
  const latest = useLatest({ key, read, apply });

  /** `known`: what was just put in, which the screen does not show yet. */
  const keepHere = useCallback(
    (known?: Content | null) => {
      clearTimeout(timers.current.here);
      delete timers.current.here;
      if (place.form !== now) return;
      const content = known === undefined ? latest.current.read() : known;
      const { version, isKept } = now.current;
      if (!content) return dropDraft(latest.current.key);
      const savedAt = now.current.typedAt || Date.now();
      const isWritten = keepDraft(latest.current.key, { ...content, savedAt, version, isKept });
      setState((old) =>
        isWritten ? { savedAt, where: isKept ? 'kept' : old.where } : { savedAt: null, where: 'failed' },
      );
    },
    [latest, place],
  );

  const settle = useCallback(
    (version: number, draft: ServerDraft | null) => {
      now.current.version = version;
      const { queryKey } = draftsOf(latest.current.key);
      // What was asked before this speaks of what stood there before; asked again, for it may have been asked for more
      // than the draft: a letter that waits for its time is told of by nothing else.
      const isAsked = client.isFetching({ queryKey }) > 0;
      void client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (old) =>
          old?.mine && {
            ...old,
            mine: [...old.mine.filter((one) => !isOf(latest.current.key, one)), ...(draft ? [draft] : [])],
          },
      );
      if (isAsked) void client.invalidateQueries({ queryKey });
    },
    [client, latest],
  );

  const push = useCallback(async (): Promise<void> => {
    clearTimeout(timers.current.server);
    delete timers.current.server;
    timers.current.since = 0;
    const { ticket, kind, side } = latest.current.key;
    if (now.current.isKept || now.current.isBusy || place.form !== now) return;
    now.current.isBusy = true;
    let done = () => {};
    running.current = new Promise((settled) => {
      done = settled;
    });
    const { typedAt } = now.current;
    const { round } = place;
    const content = latest.current.read();
    const where = { ticket_id: ticket, kind, side_id: side || null };
    let known: Content | undefined;
    const tryAgain = (where: DraftState['where']) => {
      setState({ savedAt: typedAt, where });
      timers.current.server ??= setTimeout(() => void push(), againMs);
    };
    let hasLeft = false;
    try {
      if (!content) {
        const { version } = now.current;
        const there = version > 0 ? (await call(discardDraft, { ...where, version, device: thisDevice })).other : null;
        const isTypedSince = now.current.typedAt !== typedAt;
        settle(there && !isTypedSince ? there.version : 0, there);
        if (there && !isTypedSince) {
          // Written on elsewhere, and not seen here: that was not thrown away.
          known = fromServer(there);
          latest.current.apply(known);
        }
      } else {
        const answer = await call(saveDraft, {
          ...where,
          ...toServer(content),
          base_version: now.current.version,
          typed_ms_ago: Math.max(0, Date.now() - typedAt),
          device: thisDevice,
        });
        if (round !== place.round) {
          // It has been sent meanwhile: what was just kept is no draft any more.
          now.current.version = answer.version;
          if ((now.current.isKept || place.form !== now) && answer.is_saved === 1) {
            const { version } = answer;
            const { other: there } = await call(discardDraft, { ...where, version, device: thisDevice });
            settle(0, there);
          }
        } else if (answer.is_saved === 0 && !answer.other) {
          // It says word for word what has just left from here. Who means it again has it here until then.
          hasLeft = true;
        } else if (answer.other && answer.is_saved === 0) {
          // Typed in later elsewhere: that stands here now, and this can be had back.
          settle(answer.version, answer.other);
          setOther(latest.current.read() ?? content);
          known = fromServer(answer.other);
          latest.current.apply(known);
        } else {
          settle(answer.version, {
            ...toDraft(content),
            id: 0,
            ...where,
            version: answer.version,
            updated: answer.updated,
          });
          if (answer.other) setOther(fromServer(answer.other));
        }
      }
      if (hasLeft) tryAgain('here');
      else if (round === place.round) {
        now.current.isKept = now.current.typedAt === typedAt;
        setState({ savedAt: content || known ? Date.now() : null, where: 'kept' });
      }
    } catch (error) {
      const isRefused =
        isApiError(error) && error.status >= 400 && error.status < 500 && !stateAfter(error) && error.status !== 429;
      // What has been sent meanwhile need not be kept.
      if (round === place.round) tryAgain(isRefused ? 'failed' : 'here');
    } finally {
      now.current.isBusy = false;
      done();
    }
    keepHere(known);
    if (!now.current.isKept) timers.current.server ??= setTimeout(() => void push(), serverPauseMs);
  }, [latest, place, keepHere, settle]);

  const flush = useCallback(async () => {
    if (timers.current.here !== undefined) keepHere();
    // What is on its way now may be older than what stands here; several may have waited for it, and another goes first.
    while (now.current.isBusy) await running.current;
    await push();
  }, [keepHere, push]);

  const meet = useEffectEvent((server: ServerDraft | null) => {
    if (now.current.isBusy || timers.current.server !== undefined) return;
    const content = latest.current.read();
    const here = content ? { version: now.current.version, isKept: now.current.isKept } : null;
    const what = reconcile(here, server);
    if (what === 'push') void push();
    if (what !== 'take' && what !== 'drop') return;
    now.current = { ...now.current, version: server?.version ?? 0, isKept: true };
    const known = server && fromServer(server);
    latest.current.apply(known);
    keepHere(known);
    setState(server ? { savedAt: Date.parse(`${server.updated.replace(' ', 'T')}Z`), where: 'kept' } : nothingSaved);
  });
  useEffect(() => {
    place.form = now;
    if (there !== undefined) meet(there);
  }, [place, there]);

  useEffect(() => {
    dropOldDrafts(Date.now());
    const leave = () => void flush();
    const known = timers.current;
    const off = beforeLeaving(flush);
    const ended = new AbortController();
    for (const one of ['pagehide', 'blur', 'online', 'visibilitychange']) window.addEventListener(one, leave, ended);
    return () => {
      off();
      leave();
      clearTimeout(known.server);
      delete known.server;
      ended.abort();
    };
  }, [flush]);

  return {
    initial,
    state,
    other,
    setOther,
    flush,
    /** The version that is being sent, so that it goes with the message; what is typed from now on is another draft. */
    version: () => now.current.version,
    touch: () => {
      place.form = now;
      now.current.typedAt = Date.now();
      now.current.isKept = false;
      clearTimeout(timers.current.here);
      timers.current.here = setTimeout(keepHere, pauseMs);
      clearTimeout(timers.current.server);
      timers.current.since ||= Date.now();
      const left = Math.max(0, timers.current.since + serverPatienceMs - Date.now());
      timers.current.server = setTimeout(() => void push(), Math.min(serverPauseMs, left));
    },
    /** What the server has made of it is here already. */
    taken: (draft: ServerDraft) => {
      now.current = { ...now.current, version: draft.version, isKept: true, typedAt: Date.now() };
      settle(draft.version, draft);
      keepHere(fromServer(draft));
    },
    /** A letter that was this draft is written on. */
    continues: (version: number) => {
      now.current.version = Math.max(now.current.version, version);
    },
    /** It was sent: the server drops its draft together with that. */
    sent: () => {
      clearTimeout(timers.current.here);
      clearTimeout(timers.current.server);
      timers.current = { since: 0 };
      now.current.isKept = true;
      place.round += 1;
      dropDraft(key);
      setState(nothingSaved);
      settle(now.current.version, null);
    },
    /** It was thrown away. */
    drop: () => {
      clearTimeout(timers.current.here);
      delete timers.current.here;
      now.current = { ...now.current, isKept: false, typedAt: Date.now() };
      dropDraft(key);
      setState(nothingSaved);
      clearTimeout(timers.current.server);
      // Once the screen is empty: until then files and recipients stand there, and would be kept.
      timers.current.server = setTimeout(() => void push());
    },
  };
}
type Timer = ReturnType<typeof setTimeout>;

const draftsOf = ({ ticket }: DraftKey) => callQuery(draftsOfTicket, { ticket_id: ticket });

const isOf = ({ kind, side = 0 }: DraftKey, one: ServerDraft): boolean =>
  one.kind === kind && (one.side_id ?? 0) === side;

const toDraft = (
  content: Content,
): Omit<ServerDraft, 'id' | 'ticket_id' | 'kind' | 'side_id' | 'version' | 'updated'> => ({
  body_html: content.html,
  recipients: content.recipients,
  from: content.from ?? null,
  in_reply_to: content.answers ?? null,
  seen_to: content.seen ?? null,
  template_ids: content.templates ?? [],
  mentions: content.mentions ?? [],
  signs: content.signs === false ? 0 : 1,
  attachments: content.attachments,
  side: content.side
    ? { subject: content.side.subject, forwarded_ids: content.side.forwarded, kept_back_ids: content.side.left }
    : null,
});
const toServer = (content: Content) => ({
  ...toDraft(content),
  attachments: content.attachments.map((file) => file.id),
});
const fromServer = (draft: ServerDraft): Content => ({
  html: draft.body_html,
  recipients: draft.recipients,
  from: draft.from,
  answers: draft.in_reply_to,
  seen: draft.seen_to,
  templates: draft.template_ids,
  mentions: draft.mentions,
  signs: draft.signs === 1,
  attachments: draft.attachments,
  side: draft.side && {
    subject: draft.side.subject,
    forwarded: draft.side.forwarded_ids,
    left: draft.side.kept_back_ids,
  },
});
export const contentOf = fromServer;
export type DraftContent = Content;
