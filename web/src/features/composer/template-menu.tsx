import { SegmentedControl, TextInput, UnstyledButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#contract/settings.ts';
import c from '../../ui/editor/caret-menu.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Key } from '../../ui/small-parts.tsx';
import type { Templates } from './use-templates.ts';

/** The templates above the text, for the keyboard of whoever goes on typing in it. */
export function TemplateMenu({ id, editor, templates }: { id: string; editor: Editor; templates: Templates }) {
  const { t } = useTranslation();
  const { found, at, hasSearch, words } = templates;
  const menu = useRef<HTMLDivElement>(null);
  const active = found[at] ? `${id}-${found[at].id}` : null;
  useEffect(() => {
    if (active) menu.current?.querySelector(`#${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    // The caret stays in the text: what the arrow keys point at is told by its name.
    const { dom } = editor.view;
    if (hasSearch) return;
    dom.setAttribute('aria-controls', id);
    if (active) dom.setAttribute('aria-activedescendant', active);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, active, hasSearch]);
  useEffect(() => {
    const onDown = (event: PointerEvent) => {
      const target = event.target as Node | null;
      if (!menu.current?.contains(target) && !(target instanceof Element && target.closest('[data-opens-templates]')))
        templates.close();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  });
  return (
    <div className={c.menu} ref={menu}>
      <div className={c.head}>
        {hasSearch ? (
          <TextInput
            className={c.search}
            autoFocus
            value={words}
            onChange={(event) => templates.seek(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (!templates.onKey(editor, event)) return;
              event.preventDefault();
              event.stopPropagation();
              if (event.key === 'Escape') editor.view.focus();
            }}
            aria-label={t('composer.templates.find')}
            placeholder={t('composer.templates.find')}
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={active ?? undefined}
          />
        ) : (
          <span className={c.title}>{t('composer.templates.title')}</span>
        )}
        <SegmentedControl
          size="xs"
          aria-label={t('templates.language')}
          value={templates.language ?? found[at]?.language ?? ''}
          onChange={(next) => templates.setLanguage(next === 'ua' ? 'ua' : 'en')}
          data={languages.map((one) => ({ value: one, label: one.toUpperCase() }))}
        />
        <span className={c.hint}>
          <Key>Tab</Key>
        </span>
      </div>
      <div role="listbox" id={id} aria-label={t('composer.templates.title')} className={c.list}>
        {found.map((one, i) => (
          <UnstyledButton
            key={one.id}
            id={`${id}-${one.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            className={c.option}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => i !== at && templates.setAt(i)}
            onClick={() => void templates.choose(editor, one)}
          >
            <span className={c.name}>
              <b>{one.name}</b>
              {one.files > 0 && <Icon of={IconPaperclip} size={14} />}
              {one.category && <small>{one.category}</small>}
            </span>
            <span className={c.excerpt} lang={languageNames[one.language].tag}>
              {one.excerpt}
            </span>
          </UnstyledButton>
        ))}
      </div>
      {found.length === 0 && (
        <p className={c.none} role="status">
          {t(words === '' ? 'composer.templates.none' : 'composer.templates.not_found')}
        </p>
      )}
    </div>
  );
}
