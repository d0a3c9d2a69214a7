import { Tooltip, type TooltipProps } from '@mantine/core';
import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, useEffect, useId, useState } from 'react';

export type Pointed = {
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  'aria-describedby'?: string | undefined;
};

type Props = Pick<TooltipProps, 'label' | 'position' | 'multiline' | 'maw'> & {
  /** It says what nothing else says: to the keyboard and to a finger as well. */
  isForAll?: boolean;
  children: ReactElement<Pointed>;
};

/** As long as the pointer rests before it is told what it rests on. */
const restMs = 350;

/**
 * A word on what the pointer rests on. A page has dozens of buttons and one pointer: what places the word is made when it is
 * first asked for, and a page that comes does not wait for it.
 */
export function Tip({ label, isForAll = false, children, ...looks }: Props) {
  const id = useId();
  const [at, setAt] = useState<HTMLElement | null>(null);
  const [asked, ask] = useState<'no' | 'resting' | 'yes'>('no');
  const isShown = asked === 'yes' && Boolean(label);
  useEffect(() => {
    if (asked !== 'resting') return;
    const timer = setTimeout(() => ask('yes'), restMs);
    return () => clearTimeout(timer);
  }, [asked]);
  useEffect(() => {
    if (asked !== 'yes') return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && ask('no');
    const onDown = ({ target }: Event) => !(target instanceof Node && at?.contains(target)) && ask('no');
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('pointerdown', onDown, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('pointerdown', onDown, { capture: true });
    };
  }, [asked, at]);
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          props.onPointerEnter?.(event);
          setAt(event.currentTarget);
          if (event.pointerType === 'mouse') ask('resting');
          else if (isForAll) ask('yes');
        },
        onPointerLeave: (event) => {
          props.onPointerLeave?.(event);
          // A finger that taps leaves at once; what it asked for stays until it taps elsewhere.
          if (event.pointerType === 'mouse') ask('no');
        },
        ...(isForAll && {
          onFocus: (event: FocusEvent<HTMLElement>) => {
            props.onFocus?.(event);
            setAt(event.currentTarget);
            if (event.currentTarget.matches(':focus-visible')) ask('yes');
          },
          onBlur: (event: FocusEvent<HTMLElement>) => {
            props.onBlur?.(event);
            ask('no');
          },
        }),
        ...(isShown && { 'aria-describedby': id }),
      })}
      {at && <Tooltip target={at} opened={isShown} label={<span id={id}>{label}</span>} {...looks} />}
    </>
  );
}
