import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/fetch-part.ts';
import { useMay } from '../api/self.ts';
import type { View } from '../features/tickets/views/ticket-search.ts';
import { viewKeys } from '../features/tickets/views/view-keys.ts';
import { learnLater } from '../i18n/language.ts';
import { type KeyBinding, listedKeys, useKeys } from '../ui/keys.ts';
import { takeLastBack } from '../ui/ways-back.ts';

const paletteKey = 'Mod+KeyK';
const Palette = lazyPart(async () => {
  const [file] = await Promise.all([import('./desk-palette.tsx'), learnLater('palette')]);
  return file;
});

/** Keys of every screen: the palette, the search, and the way to each view. They are there as soon as the screen is. */
export function DeskKeys() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isOff = !useMay('tickets.get');
  const [actions, setActions] = useState<readonly KeyBinding[]>();
  const search = () => {
    const field = document.querySelector<HTMLInputElement>('[data-search-field]');
    if (!field) return void navigate({ to: '/tickets', search: { search: '' } });
    field.focus();
    field.select();
  };
  useKeys(
    [
      {
        key: paletteKey,
        label: t('shell.palette'),
        group: 'move',
        run: () => setActions(actions ? undefined : listedKeys().filter((one) => one.key !== paletteKey)),
        opensField: actions === undefined,
      },
      { key: 'KeyZ', label: t('common.undo'), also: 'undo', group: 'act', run: takeLastBack },
      { key: 'Slash', label: t('shell.search'), group: 'move', run: search, isOff, opensField: true },
      ...Object.entries(viewKeys).map(([view, key]) => ({
        key: `KeyG ${key}`,
        label: t('shell.go_to', { section: t(`tickets.views.${view as View}`) }),
        group: 'move' as const,
        run: () => void navigate({ to: '/tickets', search: view === 'open' ? {} : { view: view as View } }),
        isOff,
      })),
    ],
    { afterPages: true },
  );
  return (
    actions && (
      <Suspense>
        <Palette actions={actions} close={() => setActions(undefined)} />
      </Suspense>
    )
  );
}
