import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import c from './both-sides.module.css';
import type { SavedForm } from './use-saved-form.ts';

/** How a page names a field and shows a value of it. */
export type SideWords = { label: (name: string) => string; show: (name: string, value: unknown) => ReactNode };

/** Where somebody else saved what was changed here too: both, side by side, and which one it shall be. */
export function BothSides<V extends Record<string, unknown>>({ of, words }: { of: SavedForm<V>; words: SideWords }) {
  const { t } = useTranslation();
  const names = Object.keys(of.theirs);
  return (
    <section className={c.box} role="alert" data-both-sides aria-label={t('form.both.title')}>
      <h2>{t('form.both.title')}</h2>
      <p>{t('form.both.text')}</p>
      {names.map((name) => (
        <dl key={name} className={c.field}>
          <dt>{words.label(name)}</dt>
          <Side
            title={t('form.both.mine')}
            action={t('form.both.keep')}
            name={words.label(name)}
            onChoose={() => of.keepMine(name)}
          >
            {words.show(name, of.form.getValues()[name])}
          </Side>
          <Side
            title={t('form.both.theirs')}
            action={t('form.both.take')}
            name={words.label(name)}
            onChoose={() => of.takeTheirs(name)}
          >
            {words.show(name, of.theirs[name])}
          </Side>
        </dl>
      ))}
    </section>
  );
}

function Side(props: { title: string; action: string; name: string; onChoose: () => void; children: ReactNode }) {
  return (
    <dd className={c.side}>
      <small>{props.title}</small>
      <div className={c.value}>{props.children || '–'}</div>
      <Button size="xs" variant="default" onClick={props.onChoose} aria-label={`${props.action}: ${props.name}`}>
        {props.action}
      </Button>
    </dd>
  );
}
