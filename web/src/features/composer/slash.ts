import type { Editor } from '@tiptap/react';

/** A `/` at the start of a word, and what was typed behind it up to the caret. */
export type Slash = { readonly words: string; readonly from: number; readonly to: number };

const pattern = /(?:^|\s)\/((?:[\p{L}\p{N}][^/\n]{0,60})?)$/u;

export function slashAt(editor: Editor): Slash | null {
  const { empty, $from } = editor.state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\u00a0');
  const words = wordsAfterSlash(before);
  if (words === null) return null;
  return { words, from: $from.pos - words.length - 1, to: $from.pos };
}

/** Null when no `/` begins a word here: `and/or`, `1/2` and addresses are none. */
export const wordsAfterSlash = (before: string): string | null => pattern.exec(before)?.[1] ?? null;
