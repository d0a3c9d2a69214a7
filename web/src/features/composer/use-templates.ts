import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Attachment } from '#contract/messages.ts';
import { languages } from '#contract/settings.ts';
import { findTemplates, insertTemplate } from '#contract/templates.ts';
import { call, callQuery } from '../../api/call.ts';
import { useMay } from '../../api/self.ts';
import { keepPlace } from '../../ui/editor/keep-place.ts';
import { useAwaitedKey } from '../../ui/editor/use-awaited-key.ts';
import { toastError } from '../../ui/toast.tsx';
import { type Slash, slashAt } from './slash.ts';

export type FoundTemplate = z.output<typeof findTemplates.answer>['templates'][number];
type Language = FoundTemplate['language'];
/** Opened by a `/` in the text, or by the button: then it has a search box of its own. */
type Opened = { readonly words: string; readonly slash: Slash | null };

const typingPauseMs = 120;

/** The templates of a ticket, found while typing and put into the text with their files. */
export function useTemplates(the: {
  ticketId: number;
  /** What was inserted, after it stands in the text. */
  onInserted: (id: number, files: readonly Attachment[]) => void;
  /** What was chosen does not come. */
  onFailed: () => void;
}) {
  const { t } = useTranslation();
  const may = useMay('templates.get');
  const [opened, open] = useState<Opened | null>(null);
  const [at, setAt] = useState(0);
  const [asked, ask] = useState<Language | null>(null);
  const [underWay, countUnderWay] = useState(0);
  /** A `/` that was meant as one: Escape said so. */
  const dismissed = useRef<number | null>(null);
  const [words] = useDebouncedValue(opened?.words ?? '', typingPauseMs);
  const { data, isPlaceholderData, isError } = useQuery({
    ...callQuery(findTemplates, { ticket_id: the.ticketId, words, ...(asked ? { language: asked } : {}) }),
    enabled: may && opened !== null,
    placeholderData: keepPreviousData,
  });
  const found = data?.templates ?? [];
  const isFresh = opened !== null && words === opened.words && data !== undefined && !isPlaceholderData;
  // Who goes on writing after a slash that finds nothing did not mean it.
  const isOff = opened?.slash != null && found.length === 0 && !isPlaceholderData && /\s/.test(opened.words);
  const isOpen = may && opened !== null && !isOff;
  const close = () => {
    enter.forget();
    open(null);
    setAt(0);
  };
  const choose = async (editor: Editor, template: FoundTemplate) => {
    const slash = opened?.slash;
    close();
    const chain = editor.chain().focus();
    (slash ? chain.deleteRange(slash) : chain).run();
    const put = keepPlace(editor, slash?.from);
    countUnderWay((old) => old + 1);
    try {
      const language = asked && template.languages.includes(asked) ? { language: asked } : {};
      const { html, attachments } = await call(insertTemplate, {
        id: template.id,
        ticket_id: the.ticketId,
        ...language,
      });
      put(html);
      the.onInserted(template.id, attachments);
    } catch (error) {
      put(null);
      the.onFailed();
      toastError(t('composer.templates.failed'), error);
    }
    countUnderWay((old) => old - 1);
  };
  const enter = useAwaitedKey(isFresh || isError, (editor) => {
    const [first] = found;
    if (first) void choose(editor, first);
    else the.onFailed();
    // In a field of its own Enter is no new line.
    return first !== undefined || opened?.slash == null;
  });
  /** True when the key was for the list. */
  const onKey = (editor: Editor, event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
    const picked = found[Math.min(at, found.length - 1)];
    if (event.key === 'Escape') {
      dismissed.current = opened?.slash?.from ?? null;
      close();
      return true;
    }
    // The next keys are for the text.
    if (enter.isAwaited()) return false;
    if (event.key === 'Enter' && !isFresh) {
      enter.wait(editor, opened.slash);
      return true;
    }
    if (!picked) return false;
    if (event.key === 'Enter') void choose(editor, picked);
    else if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((at - 1 + found.length) % found.length);
    else if (event.key === 'Tab') ask(nextLanguage(asked ?? picked.language));
    else return false;
    return true;
  };
  return {
    may,
    /** One that was chosen, or that Enter was pressed for, is not in the text yet. */
    isComing: () => underWay > 0 || enter.isAwaited(),
    isSought: enter.isAwaited,
    isOpen,
    hasSearch: opened?.slash === null,
    words: opened?.words ?? '',
    found,
    at: Math.min(at, found.length - 1),
    language: asked,
    setLanguage: ask,
    setAt,
    close,
    choose,
    onKey,
    seek: (next: string) => {
      open({ words: next, slash: null });
      setAt(0);
    },
    /** The caret moved, or something was typed. */
    follow: (editor: Editor) => {
      if (enter.holds(editor)) return;
      const slash = slashAt(editor);
      if (slash === null) dismissed.current = null;
      if (slash && slash.from !== dismissed.current && editor.isFocused) {
        if (slash.words !== opened?.words) setAt(0);
        open({ words: slash.words, slash });
      } else if (opened?.slash) close();
    },
  };
}

const nextLanguage = (language: Language): Language =>
  languages[(languages.indexOf(language) + 1) % languages.length] ?? 'en';
export type Templates = ReturnType<typeof useTemplates>;
