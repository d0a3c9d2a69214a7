import { type Ref, type RefObject, useImperativeHandle } from 'react';

/** Where something floating belongs, when its button is drawn outside of it and was there before. */
export function Anchor({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of]);
  return null;
}
