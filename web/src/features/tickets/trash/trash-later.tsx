import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../api/fetch-part.ts';
import { learnLater } from '../../../i18n/language.ts';

const TrashBar = lazyPart(async () => {
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
