import { Input } from '@mantine/core';
import { createDocument, type Editor, EditorContent } from '@tiptap/react';
import { type ReactNode, type Ref, Suspense, useEffect, useImperativeHandle } from 'react';
import { lazyPart } from '../../api/fetch-part.ts';
import e from './editor.module.css';
import { FormatBar } from './format-bar.tsx';
import { keepPlace } from './keep-place.ts';
import { lettersLeft } from './letters-count.ts';
import { focusAgain, focusEnd, useRichEditor } from './rich-editor.ts';

/** `focus`: goes on where the caret was. */
export type RichFieldHandle = { focus: () => void };

type Props = {
  ref?: Ref<RichFieldHandle>;
  name: string;
  label: string;
  /** The heading above it says the same already. */
  isLabelHidden?: boolean;
  description?: ReactNode;
  placeholder?: string;
  /** HTML; empty text is an empty string. */
  value: string;
  onChange: (html: string) => void;
  error?: ReactNode;
  /** As many letters it holds, with its markup. */
  lettersMax?: number;
  isReadOnly?: boolean;
  /** Whoever comes goes on at the end of the text. */
  isGoneOnWith?: boolean;
  onSubmit: () => void;
  /** Pasted into the text. */
  onFiles?: (files: File[]) => void;
  /** Beside the formats, with the editor's own way to put text where the caret is, or where it was when `keep` was called. */
  tools?: (insert: (text: string) => void, keep: () => (html: string | null) => void) => ReactNode;
  /** A list that typing opens under the text, and that takes the keys meant for it. */
  list?: {
    onKey: (editor: Editor, event: KeyboardEvent) => boolean;
    onCaret: (editor: Editor) => void;
    draw: (editor: Editor) => ReactNode;
  };
};

/** Hardly anybody comes so far. */
const LettersLeft = lazyPart(() => import('./letters-left.tsx'));

/** A field for formatted text: what mail can carry. */
export function RichField(props: Props) {
  const {
    name,
    label,
    isLabelHidden,
    description,
    placeholder = '',
    value,
    onChange,
    error,
    isReadOnly = false,
  } = props;
  const editor = useRichEditor({
    html: value,
    label,
    placeholder,
    onChange: (of) => onChange(htmlOf(of)),
    onFiles: (files) => props.onFiles?.(files),
    onSubmit: props.onSubmit,
    onKey: (of, event) => props.list?.onKey(of, event) ?? false,
    onCaret: (of) => props.list?.onCaret(of),
  });
  useEffect(() => {
    // Taken back, or changed elsewhere: the editor follows. What it wrote itself it has already.
    // While the page is being put together it may be gone for a moment, and comes back as another one.
    if (editor && !editor.isDestroyed && !shows(editor, value))
      editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!isReadOnly, false);
  }, [editor, isReadOnly]);
  const { isGoneOnWith = false } = props;
  useEffect(() => {
    if (isGoneOnWith && editor && !editor.isDestroyed) focusEnd(editor);
  }, [editor, isGoneOnWith]);
  useImperativeHandle(props.ref, () => ({ focus: () => focusAgain(editor) }));
  const left = lettersLeft(value.length, props.lettersMax ?? Number.POSITIVE_INFINITY);
  const insert = (text: string) => editor?.chain().focus().insertContent(text).run();
  return (
    <Input.Wrapper
      label={isLabelHidden ? undefined : label}
      labelElement="div"
      description={description}
      error={error}
      data-wide
    >
      <div className={e.box} data-bad={error ? true : undefined} data-field={name}>
        <EditorContent editor={editor} className={e.write} />
        {editor && props.list && <div className={e.under}>{props.list.draw(editor)}</div>}
        {left !== null && (
          <Suspense>
            <LettersLeft left={left} />
          </Suspense>
        )}
        {editor && !isReadOnly && (
          <div className={e.tools}>
            <FormatBar editor={editor} />
            {props.tools?.(insert, () => keepPlace(editor))}
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}

/** Read again it is the same, however it is written (`<br>`, `<br />`): to set it anew would move the caret. */
function shows(editor: Editor, html: string): boolean {
  const own = htmlOf(editor);
  const read = (one: string) => createDocument(one, editor.schema);
  return own === html || read(own).eq(read(html));
}

function htmlOf(editor: { getText(): string; getHTML(): string }): string {
  return editor.getText().trim() === '' ? '' : editor.getHTML();
}
