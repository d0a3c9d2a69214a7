import { useCallback, useEffect, useRef, useState } from 'react';

/** The same function for every render, so that rows which did not change are not drawn again. */
export function useStable<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const call = useRef(callback);
  useEffect(() => {
    call.current = callback;
  });
  return useCallback((...args: A) => call.current(...args), []);
}

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The same for several at once: who gets them is drawn again when something else has changed, and not before. */
export function useStableHandlers<H extends Handlers>(handlers: H): H {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [same] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as H, // each takes and answers what its namesake does
  );
  return same;
}
