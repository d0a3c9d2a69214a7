import { useEffect, useRef } from 'preact/hooks';
import { Form } from './form.tsx';
import { Home } from './home.tsx';
import { Left } from './left.tsx';
import { TalkView } from './talk-view.tsx';
import type { The, View } from './the.ts';

/** The whole screen on phones, and where zooming has left no more than one. */
export const isNarrow = (): boolean => matchMedia('(max-width:480px),(max-height:460px)').matches;

/** A dialog beside the page: the page stays in use, except where the panel covers it. */
export function Panel({ the, view, takesFocus }: { the: The; view: View; takesFocus: boolean }) {
  const box = useRef<HTMLElement>(null);

  // Into the panel when it opens, and along with it from screen to screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is the reason
  useEffect(() => {
    if (!takesFocus) return;
    const field = box.current?.querySelector<HTMLElement>('form input:not([hidden]), form textarea');
    // On glass a field would bring the keyboard up before anything was read.
    const isTouched = matchMedia('(pointer:coarse)').matches;
    const wanted = isTouched || !field ? box.current?.querySelector<HTMLElement>('h2') : field;
    wanted?.focus({ preventScroll: true });
  }, [view.name, the.seat, takesFocus]);

  // What covers the page keeps the focus.
  const keepIn = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      the.close();
    }
    if (event.key !== 'Tab' || !isNarrow() || !box.current) return;
    const all = [
      ...box.current.querySelectorAll<HTMLElement>('button, a[href], input:not([hidden]), textarea, [tabindex="0"]'),
    ];
    const root = box.current.getRootNode() as ShadowRoot;
    const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
    if (root.activeElement !== from) return;
    event.preventDefault();
    to?.focus();
  };

  // Phones put their keyboard over the page without telling it.
  useEffect(() => {
    const { visualViewport: seen } = window;
    const follow = () => box.current?.style.setProperty('--seen', `${Math.round(seen?.height ?? innerHeight)}px`);
    follow();
    seen?.addEventListener('resize', follow);
    return () => seen?.removeEventListener('resize', follow);
  }, []);

  return (
    <section
      class="panel"
      ref={box}
      role="dialog"
      aria-modal={isNarrow()}
      aria-label={the.text('title')}
      data-fits={view.name === 'home' && the.state.conversations.length === 0}
      onKeyDown={keepIn}
    >
      {view.name === 'home' && <Home the={the} />}
      {view.name === 'form' && <Form the={the} />}
      {view.name === 'talk' && <TalkView key={the.seat} the={the} talk={view.talk} />}
      {view.name === 'left' && <Left the={the} talk={view.talk} />}
    </section>
  );
}
