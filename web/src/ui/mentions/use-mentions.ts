import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { type Mention, mentionable } from '#contract/drafts.ts';
import { callQuery } from '../../api/call.ts';
import { useAwaitedKey } from '../editor/use-awaited-key.ts';
import { wordsAfterAt } from './at-sign.ts';

const typingPauseMs = 120;
type At = { readonly words: string; readonly from: number; readonly to: number };

export type Callable = Mention & { readonly avatar: string | null; readonly people: number | null };

/** Where the note is: in a ticket, or in one that is about to begin. */
type Place = { readonly ticket_id: number } | { readonly product_id: number; readonly assignee_id?: number };

/** People and teams called in a note: `@` offers who may see the ticket, and the name stands in the text. */
export function useMentions(the: { place: Place; isOn: boolean; initial: readonly Mention[] }) {
  const [at, setAt] = useState<At | null>(null);
  const [active, setActive] = useState(0);
  const picked = useRef<readonly Mention[]>(the.initial);
  const text = useRef<string | null>(null);
  const dismissed = useRef<number | null>(null);
  const [words] = useDebouncedValue(at?.words ?? '', typingPauseMs);
  const { data, isPlaceholderData, isError } = useQuery({
    ...callQuery(mentionable, { ...the.place, words }),
    enabled: the.isOn && at !== null,
    placeholderData: keepPreviousData,
  });
  const found: Callable[] = [
    ...(data?.people ?? []).map((one) => ({
      kind: 'user' as const,
      id: one.id,
      name: one.name,
      avatar: one.avatar,
      people: null,
    })),
    ...(data?.teams ?? []).map((one) => ({
      kind: 'team' as const,
      id: one.id,
      name: one.name,
      avatar: null,
      people: one.people,
    })),
  ];
  const isFresh = at !== null && words === at.words && data !== undefined && !isPlaceholderData;
  // Who goes on writing after an @ that finds nobody did not mean it.
  const isOff = found.length === 0 && !isPlaceholderData && /\s/.test(at?.words ?? '');
  const isOpen = the.isOn && at !== null && !isOff;
  const close = () => {
    enter.forget();
    setAt(null);
    setActive(0);
  };
  const choose = (editor: Editor, one: Callable) => {
    picked.current = [...picked.current, { kind: one.kind, id: one.id, name: one.name }];
    if (at)
      editor
        .chain()
        .focus()
        // The caret stays behind what was typed meanwhile.
        .insertContentAt(at, [bold(`@${one.name}`), { type: 'text', text: ' ' }], { updateSelection: false })
        .run();
    close();
  };
  const enter = useAwaitedKey(isFresh || isError, (editor) => {
    const [first] = found;
    if (first) choose(editor, first);
    return first !== undefined;
  });
  return {
    isOpen,
    found,
    active: Math.min(active, found.length - 1),
    setActive,
    close,
    choose,
    /** Those whose name still stands in the text, each once. */
    named: (): Mention[] => {
      const all = new Map(picked.current.map((one) => [`${one.kind}-${one.id}`, one]));
      return [...all.values()].filter((one) => text.current === null || text.current.includes(`@${one.name}`));
    },
    reset: (mentions: readonly Mention[]) => {
      picked.current = mentions;
      text.current = null;
    },
    /** True when the key was for the list. */
    onKey: (editor: Editor, event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean => {
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
      const one = found[Math.min(active, found.length - 1)];
      if (event.key === 'Escape') {
        dismissed.current = at?.from ?? null;
        close();
        return true;
      }
      // The next keys are for the text.
      if (enter.isAwaited()) return false;
      if ((event.key === 'Enter' || event.key === 'Tab') && !isFresh) {
        enter.wait(editor, at);
        return true;
      }
      if (!one) return false;
      if (event.key === 'Enter' || event.key === 'Tab') choose(editor, one);
      else if (event.key === 'ArrowDown') setActive((active + 1) % found.length);
      else if (event.key === 'ArrowUp') setActive((active - 1 + found.length) % found.length);
      else return false;
      return true;
    },
    /** The caret moved, or something was typed. */
    follow: (editor: Editor) => {
      if (!the.isOn) return;
      text.current = editor.getText();
      if (enter.holds(editor)) return;
      const next = atSign(editor);
      // Another sign is another wish, also where somebody called before stands close by.
      if (next?.from !== dismissed.current) dismissed.current = null;
      if (next && dismissed.current === null && editor.isFocused) {
        if (next.words !== at?.words) setActive(0);
        setAt(next);
      } else if (at) close();
    },
  };
}

const bold = (text: string) => ({ type: 'text', text, marks: [{ type: 'bold' }] });

function atSign(editor: Editor): At | null {
  const { empty, $from } = editor.state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\u00a0');
  const words = wordsAfterAt(before);
  return words === null ? null : { words, from: $from.pos - words.length - 1, to: $from.pos };
}
export type Mentions = ReturnType<typeof useMentions>;
