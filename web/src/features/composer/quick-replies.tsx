import { ActionIcon } from '@mantine/core';
import { IconHandClick } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { splitQuickReplies } from '#contract/quick-replies.ts';
import f from '../../ui/editor/format-bar.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Tip } from '../../ui/tip.tsx';
import c from './quick-replies.module.css';

/** What the visitor will be able to press, as soon as the last line is nothing but words in brackets. */
export function QuickReplies({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const offered = useEditorState({
    editor,
    selector: ({ editor: of }) => splitQuickReplies(textOf(of)).choices.join('\n'),
  });
  return (
    <div role="status" className={c.offered} data-some={offered !== '' || undefined}>
      {offered !== '' && (
        <>
          <small>{t('writing.quick.offered')}</small>
          {offered.split('\n').map((one) => (
            <span key={one}>{one}</span>
          ))}
        </>
      )}
    </div>
  );
}

/** Begins such a line, with its first word chosen so that the next thing typed stands in its place. */
export function QuickRepliesButton({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const begin = () => {
    const [first, second] = [t('writing.quick.yes'), t('writing.quick.no')];
    const text = `[${first}] [${second}]`;
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] };
    editor.chain().focus('end').insertContentAt(editor.state.doc.content.size, paragraph).run();
    // Within the closing of its paragraph.
    const end = editor.state.doc.content.size - 1;
    const from = end - text.length + 1;
    editor
      .chain()
      .setTextSelection({ from, to: from + first.length })
      .scrollIntoView()
      .run();
  };
  return (
    <Tip label={t('writing.quick.add')}>
      <ActionIcon
        size={28}
        className={f.format}
        aria-label={t('writing.quick.add')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={begin}
      >
        <Icon of={IconHandClick} size={16} />
      </ActionIcon>
    </Tip>
  );
}

/** Line by line, as the message will be read; what is no paragraph is no line of answers. */
function textOf({ state: { doc } }: Editor): string {
  return doc.children
    .map((node) =>
      node.type.name === 'paragraph' ? node.textBetween(0, node.content.size, '\n', '\n') : `- ${node.textContent}`,
    )
    .join('\n');
}
