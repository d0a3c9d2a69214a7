import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent } from 'react';
import { focusEnd } from '../../ui/editor/rich-editor.ts';
import type { ReturnedLetter } from './written-letter.ts';

/** Takes up a letter that did not leave, once the editor is there. */
export function useReturned(
  returned: ReturnedLetter | null,
  editor: Editor | null,
  take: (letter: ReturnedLetter) => void,
): void {
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    if (!returned || !editor) return;
    takeNow(returned);
    focusEnd(editor);
  }, [returned, editor]);
}
