import { Placeholder } from '@tiptap/extension-placeholder';
import { type Editor, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { styleNonce } from '../brand.ts';
import { useLatest } from '../use-latest.ts';
import { namePasted } from './name-pasted.ts';
import { Pasting } from './pasting.ts';
import { VariableMarks } from './variable-marks.ts';

type Options = {
  html: string;
  label: string;
  placeholder: string;
  onChange: (editor: Editor) => void;
  onFiles: (files: File[]) => void;
  /** Ctrl-Enter, with Shift to resolve as well. */
  onSubmit: (resolves: boolean) => void;
  /** Keys before the editor takes them: true when it shall not. */
  onKey?: (editor: Editor, event: KeyboardEvent) => boolean;
  /** The caret moved, or something was typed. */
  onCaret?: (editor: Editor) => void;
};

/**
 * The editor of a message: what mail can carry and nothing else, so that pasted pages lose their looks and keep their
 * words. Links lead to http, https and mailto only.
 */
export function useRichEditor(options: Options): Editor | null {
  const { html, label, placeholder } = options;
  const latest = useLatest(options);
  const editor = useEditor({
    injectNonce: styleNonce,
    extensions: [
      StarterKit.configure({
        heading: false,
        horizontalRule: false,
        strike: false,
        link: {
          openOnClick: false,
          autolink: true,
          defaultProtocol: 'https',
          // Not by `protocols`: registered anew with every editor, they make the linking library complain.
          isAllowedUri: (uri, { defaultValidate }) => defaultValidate(uri) && !isOtherScheme.test(uri),
          HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
        },
      }),
      Placeholder.configure({ placeholder }),
      VariableMarks,
      Pasting,
    ],
    content: html,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      handleKeyDown: (view, event) => {
        if (current.current && latest.current.onKey?.(current.current, event)) return true;
        // Out of the text, to where the desk's keys work. The text stays.
        if (event.key === 'Escape') {
          view.dom.blur();
          return true;
        }
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
        latest.current.onSubmit(event.shiftKey);
        return true;
      },
      handlePaste: (_, event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length > 0) latest.current.onFiles(namePasted(files));
        return files.length > 0;
      },
      // The composer takes dropped files as a whole; the text must not swallow them as a link.
      handleDrop: (_, event) => (event.dataTransfer?.files.length ?? 0) > 0,
    },
    onUpdate: ({ editor: of }) => {
      latest.current.onChange(of);
      latest.current.onCaret?.(of);
    },
    onSelectionUpdate: ({ editor: of }) => latest.current.onCaret?.(of),
    onFocus: ({ editor: of }) => void visited.add(of),
  });
  const current = useLatest(editor);
  return editor;
}

/** A scheme that is none of http, https and mailto. */
const isOtherScheme = /^(?!https?:|mailto:)[a-z][a-z\d+.-]*:/i;

/** Puts the caret behind the text now; the editor's own command waits for the next frame and loses what is typed until then. */
export function focusEnd(editor: Editor): void {
  editor.commands.setTextSelection(editor.state.doc.content.size);
  editor.view.focus();
}

/** Those that somebody has been in: their caret is where it was left. */
const visited = new WeakSet<Editor>();

/**
 * Brings the caret back to where it was, now: what was pressed beside the text keeps the focus or is gone, and the next
 * letter typed would be a key of the desk.
 */
export function focusAgain(editor: Editor | null): void {
  if (!editor || editor.isDestroyed) return;
  if (visited.has(editor)) editor.view.focus();
  else focusEnd(editor);
}

/** A screenshot is a file; a table copied from a sheet comes with a picture of itself, and is text. */
function pastedFiles(data: DataTransfer | null): File[] {
  if (!data || data.files.length === 0) return [];
  const html = data.getData('text/html');
  const words = new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
  return words === '' ? [...data.files] : [];
}
