import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { discardNewLetter, type NewLetter as KeptLetter, myNewLetters, saveNewLetter } from '#contract/new-letters.ts';
import { ticketCounters } from '#contract/tickets.ts';
import { beforeLeaving } from '../../api/before-leaving.ts';
import { call, callQuery } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { useSelf } from '../../api/self.ts';
import { thisDevice } from '../../api/this-device.ts';
import { toast } from '../../ui/toast.tsx';
import { useUploads } from '../../ui/uploads/use-uploads.ts';
import { useLatest } from '../../ui/use-latest.ts';
import {
  dropComposed,
  emptyLetter,
  fromServer,
  isEmptyLetter,
  keepComposed,
  type NewLetter,
  readComposed,
  toServer,
} from './composed-draft.ts';
import { placeOf } from './draft-place.ts';

const pauseMs = 400;
const serverPauseMs = 1_200;
const againMs = 5_000;

/** `kept`: the server has it. `here`: this browser alone, until the server answers again. `failed`: nobody. */
export type KeptWhere = { readonly at: number; readonly where: 'kept' | 'here' | 'failed' } | null;

type Asked = { readonly text: string; readonly isEmpty: boolean; readonly data: z.input<typeof saveNewLetter.data> };
type Now = {
  version: number;
  saved: string;
  isHeld: boolean;
  isOver: boolean;
  /** Nobody knows whether the server has got it: asked again word for word it answers, and what is newer comes behind. */
  unanswered?: Asked;
};

/**
 * A letter without a ticket that is being written: kept in this browser a moment after each change and on the server a
 * little later. What another machine wrote into it meanwhile is offered, never written over.
 */
export function useNewLetter(
  start: NewLetter,
  productId: number | undefined,
  onKept: (clientId: string | null) => void,
) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const client = useQueryClient();
  const [letter, setLetter] = useState(start);
  const uploads = useUploads(start.attachments);
  const [kept, setKept] = useState<KeptWhere>(null);
  const [other, setOther] = useState<KeptLetter | null>(null);
  /** One more: it is to be kept though nothing was typed. */
  const [round, setRound] = useState(0);
  const whole: NewLetter = { ...letter, attachments: uploads.files };
  // That its product has come to be known changes nothing of it.
  const text = JSON.stringify([whole, productId ?? start.product_id, round]);
  /** Of the letter that stands here: another takes another's place. */
  const [isHere] = useState(() => readComposed(user.id, start.client_id) !== null);
  const now = useRef<Now>({ version: start.version, saved: isHere ? '' : text, isHeld: false, isOver: false });
  const newest = useLatest(text);
  const line = useRef({ isWanted: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const push = useEffectEvent(async (): Promise<void> => {
    clearTimeout(timer.current);
    const state = now.current;
    const place = placeOf(whole.client_id);
    if (place.telling) line.current.isWanted = true;
    if (place.telling || place.form !== line || state.isHeld || state.isOver) return;
    if (other || !productId || state.saved === text) return;
    const base = { base_version: state.version, device: thisDevice };
    const data = { ...toServer(whole, productId), ...base };
    const asked = state.unanswered ?? { text, isEmpty: isEmptyLetter(whole), data };
    if (asked.isEmpty && state.version === 0) return dropComposed(user.id, whole.client_id);
    state.unanswered = asked;
    // It was thrown away, or goes on in another form.
    const isPast = () => now.current !== state || place.form !== line;
    const told = Promise.withResolvers<number>();
    place.telling = told.promise;
    try {
      if (asked.isEmpty) {
        const answer = await call(discardNewLetter, { client_id: whole.client_id, version: state.version });
        delete state.unanswered;
        if (isPast()) return;
        if (answer.other) return setOther(answer.other);
        state.version = 0;
        count();
        setKept(null);
        setLetter((old) => ({ ...old, client_id: crypto.randomUUID() }));
      } else {
        const answer = await call(saveNewLetter, asked.data);
        delete state.unanswered;
        if (answer.is_saved === 0 && answer.other) return isPast() ? undefined : setOther(answer.other);
        if (state.version === 0) count();
        state.version = answer.version;
        if (isPast()) return;
        setKept({ at: Date.now(), where: 'kept' });
        onKept(whole.client_id);
      }
      state.saved = asked.text;
      if (asked.text !== text) line.current.isWanted = true;
      if (asked.text === newest.current) dropComposed(user.id, whole.client_id);
      void client.invalidateQueries({ queryKey: callQuery(myNewLetters, {}).queryKey });
    } catch (error) {
      const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
      if (isRefused) delete state.unanswered;
      if (isPast()) return;
      if (isApiError(error, 'not_in_this_state')) {
        // Sent or thrown away elsewhere: what is written on here is another letter.
        state.version = 0;
        const client_id = crypto.randomUUID();
        keepComposed(user.id, { ...whole, product_id: productId, client_id, version: 0 });
        dropComposed(user.id, whole.client_id);
        setLetter((old) => ({ ...old, client_id }));
        toast({ status: 'info', title: t('compose.gone_elsewhere') });
      } else {
        setKept((old) => ({ at: Date.now(), where: isRefused && old?.where !== 'here' ? 'failed' : 'here' }));
        if (!isRefused) timer.current = setTimeout(() => void push(), againMs);
      }
    } finally {
      delete place.telling;
      told.resolve(state.version);
      if (line.current.isWanted) timer.current = setTimeout(() => void push(), pauseMs);
      line.current.isWanted = false;
    }
  });
  const keepHere = useEffectEvent(() => {
    if (now.current.isOver || now.current.saved === text || placeOf(whole.client_id).form !== line) return;
    if (isEmptyLetter(whole)) return dropComposed(user.id, whole.client_id);
    if (!keepComposed(user.id, { ...whole, product_id: productId ?? whole.product_id, version: now.current.version }))
      setKept({ at: Date.now(), where: 'failed' });
  });
  useEffect(() => {
    const [place, state] = [placeOf(letter.client_id), now.current];
    place.form = line;
    // A form that was left still tells the server what stood here when this one began.
    void place.telling?.then((version) => {
      state.version = Math.max(state.version, version);
      void push();
    });
  }, [letter.client_id]);
  useEffect(() => {
    if (now.current.saved === text) return;
    const here = setTimeout(() => keepHere(), pauseMs);
    timer.current = setTimeout(() => void push(), serverPauseMs);
    return () => {
      clearTimeout(here);
      clearTimeout(timer.current);
    };
  }, [text]);
  useEffect(() => {
    const leave = () => {
      keepHere();
      void push();
    };
    const off = beforeLeaving(async () => {
      keepHere();
      await push();
    });
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', leave);
    return () => {
      off();
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', leave);
    };
  }, []);

  const put = (next: NewLetter) => {
    setLetter(next);
    uploads.exchange(next.attachments);
    now.current = { version: next.version, saved: '', isHeld: false, isOver: false };
    setOther(null);
  };
  return {
    letter,
    uploads,
    kept,
    other,
    change: (values: Partial<NewLetter>) => setLetter((old) => ({ ...old, ...values })),
    /** What the other machine wrote takes its place here, or this stays and is kept over that. */
    settle: (which: 'mine' | 'other') => {
      if (!other) return;
      if (which === 'other') return put(fromServer(other));
      now.current.version = other.version;
      now.current.saved = '';
      setOther(null);
      setRound(round + 1);
    },
    /** It is thrown away here and on the server. Answers how to have it back. */
    discard: (): (() => void) => {
      const before = whole;
      const state = now.current;
      // What is on its way to be kept has to arrive first. What another machine wrote into it since stays among the drafts.
      void (async () => {
        await placeOf(before.client_id).telling;
        if (state.version === 0) return;
        await call(discardNewLetter, { client_id: before.client_id, version: state.version });
        refresh();
      })();
      dropComposed(user.id, before.client_id);
      setKept(null);
      uploads.reset([]);
      put(emptyLetter());
      onKept(null);
      return () => put({ ...before, client_id: crypto.randomUUID(), version: 0 });
    },
    /**
     * It is about to be sent: nothing more is kept on the server, where it would meet a letter that has left. Resolves when what
     * was on its way there has arrived, with how to go on where it was refused.
     */
    hold: async (): Promise<() => void> => {
      now.current.isHeld = true;
      clearTimeout(timer.current);
      await placeOf(letter.client_id).telling;
      return () => {
        now.current.isHeld = false;
        setRound((old) => old + 1);
      };
    },
    /** It was sent: the server dropped its draft together with that. */
    sent: () => {
      now.current.isOver = true;
      clearTimeout(timer.current);
      dropComposed(user.id, letter.client_id);
      refresh();
    },
    /** Whether closing the tab would lose something. */
    isAtRisk: uploads.isUploading || kept?.where === 'failed',
  };

  function refresh() {
    void client.invalidateQueries({ queryKey: callQuery(myNewLetters, {}).queryKey });
    count();
  }

  /** There is one more, or less: of what this machine keeps itself no news comes. */
  function count() {
    void client.invalidateQueries({ queryKey: callQuery(ticketCounters, {}).queryKey });
  }
}
