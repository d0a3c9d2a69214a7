import rows from 'virtual:emoji-words';
import { Portal, UnstyledButton } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/language.ts';
import c from './emoji-menu.module.css';
import { type Emoji, findEmoji, wordsAfterColon } from './find-emoji.ts';
import { recentEmoji, rememberEmoji } from './recent-emoji.ts';

/** `from`: where the colon stands. */
type Opened = { readonly words: string; readonly from: number; readonly to: number };

/**
 * The emoji that `:` and a word find, at the caret, for the keyboard of whoever goes on typing. `asked` counts how often
 * the button was pressed.
 */
export default function EmojiMenu({ editor, asked }: { editor: Editor; asked: number }) {
  const { t } = useTranslation();
  const id = useId();
  const [opened, open] = useState<Opened | null>(null);
  const [at, setAt] = useState(0);
  /** A colon that was meant as one: Escape said so. */
  const [dismissed, dismiss] = useState(-1);
  /** A colon that the button put there: it needs no word. */
  const askedAt = useRef(-1);
  const found = opened ? findEmoji(rows, opened.words, currentLanguage(), recentEmoji()) : [];
  const isOpen = opened !== null && found.length > 0;
  const picked = Math.min(at, found.length - 1);

  const follow = useEffectEvent(() => {
    const { empty, $from } = editor.state.selection;
    const before = $from.parent.isTextblock ? $from.parent.textBetween(0, $from.parentOffset, '\n', '\u00a0') : '';
    const words =
      empty && editor.isFocused && !$from.parent.type.spec.code
        ? wordsAfterColon(before, askedAt.current === $from.start() + before.lastIndexOf(':'))
        : null;
    if (words === null) return open(null);
    const from = $from.pos - words.length - 1;
    if (from === dismissed) return;
    if (words !== opened?.words) setAt(0);
    open({ words, from, to: $from.pos });
  });
  const choose = (one: Emoji) => {
    if (!opened) return;
    rememberEmoji(one.emoji);
    open(null);
    editor.chain().focus().deleteRange(opened).insertContent(`${one.emoji} `).run();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    const one = found[picked];
    if (event.key === 'Escape') {
      const { from, to, words } = opened;
      dismiss(from);
      open(null);
      if (words === '') editor.chain().deleteRange({ from, to }).run();
    } else if ((event.key === 'Enter' || event.key === 'Tab') && one) choose(one);
    else if (event.key === 'ArrowDown') setAt((picked + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((picked - 1 + found.length) % found.length);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const { dom } = editor.view;
    const key = (event: KeyboardEvent) => onKey(event);
    const leave = () => open(null);
    const moved = () => follow();
    // Before the editor takes the key itself.
    dom.addEventListener('keydown', key, true);
    editor.on('transaction', moved);
    editor.on('blur', leave);
    // It came while the first word was being typed.
    follow();
    return () => {
      dom.removeEventListener('keydown', key, true);
      editor.off('transaction', moved);
      editor.off('blur', leave);
    };
  }, [editor]);
  const show = useEffectEvent(() => {
    const { $from } = editor.state.selection;
    const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\u00a0');
    const isWord = before !== '' && !/\s$/.test(before);
    editor.view.focus();
    askedAt.current = $from.pos + (isWord ? 1 : 0);
    editor
      .chain()
      .insertContent(isWord ? ' :' : ':')
      .run();
  });
  useEffect(() => {
    if (asked > 0) show();
  }, [asked]);
  const active = isOpen ? `${id}-${picked}` : null;
  useEffect(() => {
    const { dom } = editor.view;
    if (!active) return;
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', active);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, active]);
  if (!isOpen) return null;
  const caret = editor.view.coordsAtPos(opened.from);
  const isAbove = caret.top > window.innerHeight / 2;
  return (
    <Portal>
      <div
        role="listbox"
        id={id}
        aria-label={t('composer.emoji')}
        className={c.menu}
        style={{
          left: Math.max(8, Math.min(caret.left, window.innerWidth - menuWidth - 8)),
          ...(isAbove ? { bottom: window.innerHeight - caret.top + 6 } : { top: caret.bottom + 6 }),
        }}
      >
        {found.map((one, i) => (
          <UnstyledButton
            key={one.emoji}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === picked}
            className={c.option}
            // The text keeps its caret.
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => setAt(i)}
            onClick={() => choose(one)}
          >
            <span aria-hidden>{one.emoji}</span>
            {one.name}
          </UnstyledButton>
        ))}
      </div>
    </Portal>
  );
}

const menuWidth = 260;
