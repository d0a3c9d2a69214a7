import { ActionIcon } from '@mantine/core';
import {
  IconBold,
  IconCode,
  IconItalic,
  IconList,
  IconListNumbers,
  IconMoodSmile,
  IconQuote,
  IconTypography,
  IconUnderline,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/fetch-part.ts';
import { type Glyph, Icon } from '../icon.tsx';
import { keyLabel } from '../keys.ts';
import { Key } from '../small-parts.tsx';
import { Tip } from '../tip.tsx';
import c from './format-bar.module.css';
import { LinkButton } from './link-button.tsx';

type Format = {
  name: 'bold' | 'italic' | 'underline' | 'bullets' | 'numbers' | 'quote' | 'code';
  node: string;
  icon: Glyph;
  key: string | null;
  apply: (editor: Editor) => void;
};

const formats: readonly Format[] = [
  {
    name: 'bold',
    node: 'bold',
    icon: IconBold,
    key: 'Mod+KeyB',
    apply: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    node: 'italic',
    icon: IconItalic,
    key: 'Mod+KeyI',
    apply: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    node: 'underline',
    icon: IconUnderline,
    key: 'Mod+KeyU',
    apply: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'bullets',
    node: 'bulletList',
    icon: IconList,
    key: null,
    apply: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'numbers',
    node: 'orderedList',
    icon: IconListNumbers,
    key: null,
    apply: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'quote',
    node: 'blockquote',
    icon: IconQuote,
    key: null,
    apply: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'code',
    node: 'code',
    icon: IconCode,
    key: null,
    apply: (editor) => editor.chain().focus().toggleCode().run(),
  },
];

/** It comes with two thousand names, so it comes alone. */
const EmojiMenu = lazyPart(() => import('./emoji/emoji-menu.tsx'));

/** How the text looks, as far as mail can carry it. */
export function FormatBar({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  /** On a phone they stand behind a button. */
  const [isOpen, open] = useState(false);
  const [asked, ask] = useState(0);
  const [isColonTyped, noteColon] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: of }) => formats.filter((format) => of.isActive(format.node)).map((format) => format.name),
  });
  const hasColon = useEditorState({
    editor,
    selector: ({ editor: of }) => {
      const { $from } = of.state.selection;
      return $from.parent.isTextblock && /(?:^|\s):\p{L}/u.test($from.parent.textContent.slice(0, $from.parentOffset));
    },
  });
  if (hasColon && !isColonTyped) noteColon(true);
  return (
    <>
      <ActionIcon
        size={28}
        className={`${c.format} ${c.opener}`}
        aria-label={t('composer.format.label')}
        aria-expanded={isOpen}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => open(!isOpen)}
      >
        <Icon of={IconTypography} size={16} />
      </ActionIcon>
      <div className={c.formats} data-open={isOpen || undefined} role="toolbar" aria-label={t('composer.format.label')}>
        {formats.map((format) => (
          <Tip
            key={format.name}
            label={
              <>
                {t(`composer.format.${format.name}`)} {format.key && <Key>{keyLabel(format.key)}</Key>}
              </>
            }
          >
            <ActionIcon
              size={28}
              className={c.format}
              aria-label={t(`composer.format.${format.name}`)}
              aria-pressed={active.includes(format.name)}
              // The text keeps its selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => format.apply(editor)}
            >
              <Icon of={format.icon} size={16} />
            </ActionIcon>
          </Tip>
        ))}
        <LinkButton editor={editor} />
        <Tip
          label={
            <>
              {t('composer.emoji')} <Key>:</Key>
            </>
          }
        >
          <ActionIcon
            size={28}
            className={c.format}
            aria-label={t('composer.emoji')}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => ask((old) => old + 1)}
          >
            <Icon of={IconMoodSmile} size={16} />
          </ActionIcon>
        </Tip>
      </div>
      {(isColonTyped || asked > 0) && (
        <Suspense>
          <EmojiMenu editor={editor} asked={asked} />
        </Suspense>
      )}
    </>
  );
}
