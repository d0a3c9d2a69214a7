import type { Editor } from '@tiptap/react';
import { newStep } from './pasting.ts';

type Typed = { transaction: { mapping: { map: (at: number, side: number) => number } } };

/**
 * Remembers where the caret is, or a place before it, for what is put there later: what is typed meanwhile stays behind
 * that, and the caret where the writer is. The answer puts it there, once; null: nothing comes.
 */
export function keepPlace(editor: Editor, from?: number): (html: string | null) => void {
  editor.commands.focus();
  let at = from ?? editor.state.selection.from;
  const follow = ({ transaction }: Typed) => {
    at = transaction.mapping.map(at, -1);
  };
  editor.on('transaction', follow);
  return (html) => {
    editor.off('transaction', follow);
    if (editor.isDestroyed || html === null) return;
    const isThere = editor.state.selection.from === at;
    editor.view.dispatch(newStep(editor.state));
    editor.commands.insertContentAt(at, html, { updateSelection: isThere });
    editor.view.dispatch(newStep(editor.state));
  };
}
