import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last render, for callbacks that live longer than one: an editor's, a timer's. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
