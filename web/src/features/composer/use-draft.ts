import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../ui/use-latest.ts';
import { type Draft, type DraftKey, dropDraft, dropOldDrafts, keepDraft, readDraft } from './draft-store.ts';

const pauseMs = 400;

export type DraftState = { savedAt: number | null; failed: boolean };

/**
 * Keeps what is being written in this browser: a moment after each change, and at once when the page is left. `read` says
 * what there is to keep; null when nothing is, and then the draft goes.
 */
export function useDraft(key: DraftKey, read: () => Omit<Draft, 'savedAt'> | null) {
  const [initial] = useState(() => readDraft(key));
  const [state, setState] = useState<DraftState>({ savedAt: initial?.savedAt ?? null, failed: false });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useLatest({ key, read });
  const save = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { key: now, read: readNow } = latest.current;
    const draft = readNow();
    if (!draft) {
      dropDraft(now);
      return setState({ savedAt: null, failed: false });
    }
    const savedAt = Date.now();
    setState(keepDraft(now, { ...draft, savedAt }) ? { savedAt, failed: false } : { savedAt: null, failed: true });
  }, [latest]);
  useEffect(() => {
    dropOldDrafts(Date.now());
    const flush = () => {
      if (timer.current !== undefined) save();
    };
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [save]);
  return {
    initial,
    state,
    touch: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(save, pauseMs);
    },
    drop: () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      dropDraft(key);
      setState({ savedAt: null, failed: false });
    },
  };
}
