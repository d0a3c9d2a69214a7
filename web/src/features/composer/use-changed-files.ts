import { useEffect, useEffectEvent, useRef } from 'react';
import type { Attachment } from '#contract/messages.ts';

/**
 * Tells when a file came to what is being written, or went from it. Those that are put in with a draft are no news; to be
 * said of them with what this answers.
 */
export function useChangedFiles(files: readonly Attachment[], tell: () => void): (put: readonly Attachment[]) => void {
  const key = keyOf(files);
  const known = useRef(key);
  const tellNow = useEffectEvent(tell);
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    tellNow();
  }, [key]);
  return (put) => {
    known.current = keyOf(put);
  };
}

const keyOf = (files: readonly Attachment[]) => files.map((file) => file.id).join();
