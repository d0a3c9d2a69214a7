import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Enter pressed before what was typed has been looked for: what comes first is taken when it comes. What still stands in
 * the list until then was found for other words.
 */
export function useAwaitedKey(isFresh: boolean, take: (editor: Editor) => void) {
  const awaited = useRef<Editor | null>(null);
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    const editor = awaited.current;
    if (!isFresh || !editor) return;
    awaited.current = null;
    takeNow(editor);
  });
  return {
    wait: (editor: Editor) => {
      awaited.current = editor;
    },
    forget: () => {
      awaited.current = null;
    },
  };
}
