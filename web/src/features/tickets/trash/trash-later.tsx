import { type ComponentProps, lazy, Suspense } from 'react';
import { learnLater } from '../../../i18n/language.ts';

const TrashBar = lazy(async () => {
  const [file] = await Promise.all([import('./trash-bar.tsx'), learnLater('forever')]);
  return { default: file.TrashBar };
});

/** Fetched with the trash: no other view waits for it. */
export function TrashLater(props: ComponentProps<typeof TrashBar>) {
  return (
    <Suspense>
      <TrashBar {...props} />
    </Suspense>
  );
}
