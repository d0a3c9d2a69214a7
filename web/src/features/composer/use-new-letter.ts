import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discardNewLetter, type NewLetter as KeptLetter, myNewLetters, saveNewLetter } from '#contract/new-letters.ts';
import { ticketCounters } from '#contract/tickets.ts';
import { beforeLeaving } from '../../api/before-leaving.ts';
import { call, callQuery } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { useSelf } from '../../api/self.ts';
import { thisDevice } from '../../api/this-device.ts';
import { toast } from '../../ui/toast.tsx';
import { useUploads } from '../../ui/uploads/use-uploads.ts';
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

const pauseMs = 400;
const serverPauseMs = 1_200;
const againMs = 5_000;

/** `kept`: the server has it. `here`: this browser alone, until the server answers again. `failed`: nobody. */
export type KeptWhere = { readonly at: number; readonly where: 'kept' | 'here' | 'failed' } | null;

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
  const now = useRef({ version: start.version, saved: text, isHeld: false, isOver: false });
  const line = useRef({ isBusy: false, isWanted: false });
  /** What the server is being told. */
  const telling = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const push = useEffectEvent(async (): Promise<void> => {
    clearTimeout(timer.current);
    const state = now.current;
    if (line.current.isBusy) line.current.isWanted = true;
    if (line.current.isBusy || state.isHeld || state.isOver || other || !productId || state.saved === text) return;
    const [asked, isEmpty] = [text, isEmptyLetter(whole)];
    if (isEmpty && state.version === 0) return dropComposed(user.id);
    line.current.isBusy = true;
    const isThrownAway = () => now.current !== state;
    const told = Promise.withResolvers<void>();
    telling.current = told.promise;
    try {
      if (isEmpty) {
        const answer = await call(discardNewLetter, { client_id: whole.client_id, version: state.version });
        if (isThrownAway()) return;
        if (answer.other) return setOther(answer.other);
        state.version = 0;
        count();
        setKept(null);
        setLetter((old) => ({ ...old, client_id: crypto.randomUUID() }));
      } else {
        const base = { base_version: state.version, device: thisDevice };
        const answer = await call(saveNewLetter, { ...toServer(whole, productId), ...base });
        if (answer.is_saved === 0 && answer.other) return isThrownAway() ? undefined : setOther(answer.other);
        if (state.version === 0) count();
        state.version = answer.version;
        if (isThrownAway()) return;
        setKept({ at: Date.now(), where: 'kept' });
        onKept(whole.client_id);
      }
      state.saved = asked;
      dropComposed(user.id);
      void client.invalidateQueries({ queryKey: callQuery(myNewLetters, {}).queryKey });
    } catch (error) {
      if (isThrownAway()) return;
      if (isApiError(error, 'not_in_this_state')) {
        // Sent or thrown away elsewhere: what is written on here is another letter.
        state.version = 0;
        setLetter((old) => ({ ...old, client_id: crypto.randomUUID() }));
        toast({ status: 'info', title: t('compose.gone_elsewhere') });
      } else {
        const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
        setKept((old) => ({ at: Date.now(), where: isRefused && old?.where !== 'here' ? 'failed' : 'here' }));
        if (!isRefused) timer.current = setTimeout(() => void push(), againMs);
      }
    } finally {
      line.current.isBusy = false;
      told.resolve();
      if (line.current.isWanted) timer.current = setTimeout(() => void push(), pauseMs);
      line.current.isWanted = false;
    }
  });
  const keepHere = useEffectEvent(() => {
    if (now.current.isOver || now.current.saved === text) return;
    if (isEmptyLetter(whole)) return dropComposed(user.id);
    if (!keepComposed(user.id, { ...whole, product_id: productId ?? whole.product_id, version: now.current.version }))
      setKept({ at: Date.now(), where: 'failed' });
  });
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
      void telling.current.then(async () => {
        if (state.version === 0) return;
        await call(discardNewLetter, { client_id: before.client_id, version: state.version });
        refresh();
      });
      dropComposed(user.id);
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
      await telling.current;
      return () => {
        now.current.isHeld = false;
        setRound((old) => old + 1);
      };
    },
    /** It was sent: the server dropped its draft together with that. */
    sent: () => {
      now.current.isOver = true;
      clearTimeout(timer.current);
      // Whoever left this form while it was sending may have begun another letter since.
      if (readComposed(user.id)?.client_id === letter.client_id) dropComposed(user.id);
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
