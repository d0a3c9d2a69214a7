import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef } from 'react';

type Range = { readonly from: number; readonly to: number };
type Awaited = Range & { readonly editor: Editor; readonly text: string };

/**
 * Enter pressed before what was typed has been looked for: what comes first is taken when it comes. What still stands in
 * the list until then was found for other words, and what is typed until then comes behind it. `take` answers whether there
 * was something; else Enter was meant as a new line.
 */
export function useAwaitedKey(isSettled: boolean, take: (editor: Editor) => boolean) {
  const awaited = useRef<Awaited | null>(null);
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    const key = awaited.current;
    if (!isSettled || !key) return;
    awaited.current = null;
    if (!takeNow(key.editor)) newLineAfter(key);
  });
  return {
    isAwaited: () => awaited.current !== null,
    /** `range` is what is being looked for. */
    wait: (editor: Editor, range: Range | null) => {
      const { from, to } = range ?? editor.state.selection;
      awaited.current = { editor, from, to, text: textIn(editor, { from, to }) };
    },
    /** Whether it still waits; not once what it was pressed for is changed. */
    holds: (editor: Editor): boolean => {
      const key = awaited.current;
      if (key && textIn(editor, key) !== key.text) awaited.current = null;
      return awaited.current !== null;
    },
    forget: () => {
      awaited.current = null;
    },
  };
}

const textIn = ({ state: { doc } }: Editor, { from, to }: Range): string =>
  to > doc.content.size ? '' : doc.textBetween(from, to, '\n', '\u00a0');

function newLineAfter({ editor, to }: Awaited): void {
  if (editor.state.selection.from === to) editor.chain().focus().enter().run();
  else editor.view.dispatch(editor.state.tr.split(to));
}
