import { UnstyledButton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import c from '../editor/caret-menu.module.css';
import { AgentFace } from '../face.tsx';
import { Icon } from '../icon.tsx';
import type { Mentions } from './use-mentions.ts';

/** Who can be called, above the text, for the keyboard of whoever goes on typing in it. */
export function MentionMenu({ id, editor, mentions }: { id: string; editor: Editor; mentions: Mentions }) {
  const { t } = useTranslation();
  const { found, active } = mentions;
  const one = found[active];
  const activeId = one ? `${id}-${one.kind}-${one.id}` : null;
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeId) menu.current?.querySelector(`#${activeId}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute('aria-controls', id);
    // Escape closes this alone, and not the dialog around it.
    dom.setAttribute('data-mantine-stop-propagation', 'true');
    if (activeId) dom.setAttribute('aria-activedescendant', activeId);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('data-mantine-stop-propagation');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, activeId]);
  return (
    <div className={c.menu} ref={menu}>
      <div role="listbox" id={id} aria-label={t('writing.mention.title')} className={c.list}>
        {found.map((each, i) => (
          <UnstyledButton
            key={`${each.kind}-${each.id}`}
            id={`${id}-${each.kind}-${each.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            className={c.option}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => i !== active && mentions.setActive(i)}
            onClick={() => mentions.choose(editor, each)}
          >
            <span className={c.name}>
              {each.kind === 'team' ? (
                <Icon of={IconUsers} size={16} />
              ) : (
                <AgentFace name={each.name} avatar={each.avatar} />
              )}
              <b>{each.name}</b>
              {each.people !== null && <small>{t('writing.mention.people', { count: each.people })}</small>}
            </span>
          </UnstyledButton>
        ))}
      </div>
      {found.length === 0 && (
        <p className={c.none} role="status">
          {t('writing.mention.nobody')}
        </p>
      )}
    </div>
  );
}
