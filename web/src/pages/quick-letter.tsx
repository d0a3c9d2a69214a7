import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/fetch-part.ts';
import { useMay } from '../api/self.ts';
import { useKeys } from '../ui/keys.ts';

const QuickLetterDialog = lazyPart(() => import('./quick-letter-dialog.tsx'));

/** C begins a letter from wherever one is, also before the letter's own scripts are there: it opens when they come. */
export function QuickLetter() {
  const { t } = useTranslation();
  const may = useMay('messages.create');
  const [isOpen, setOpen] = useState(false);
  const isOnPage = useLocation({ select: ({ pathname }) => pathname.endsWith('/compose') });
  useKeys(
    may && !isOnPage
      ? [
          {
            key: 'KeyC',
            label: t('tickets.compose'),
            also: 'compose',
            group: 'write',
            run: () => setOpen(true),
            opensField: true,
          },
        ]
      : [],
    { afterPages: true },
  );
  return (
    <Suspense fallback={null}>
      <QuickLetterDialog isOpen={isOpen} close={() => setOpen(false)} />
    </Suspense>
  );
}
