import type { Editor } from '@tiptap/react';
import { focusEnd } from './rich-editor.ts';

/** Puts a sign that opens a list before the caret, as if it were typed where a word begins. */
export function beginWord(editor: Editor, sign: '/' | '@'): void {
  if (!editor.isFocused) focusEnd(editor);
  const { $from } = editor.state.selection;
  const before = $from.parent.textBetween(0, $from.parentOffset, ' ', ' ');
  editor.commands.insertContent(/\S$/.test(before) ? ` ${sign}` : sign);
}
