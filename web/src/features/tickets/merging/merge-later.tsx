import { type ComponentProps, lazy, Suspense } from 'react';
import { learnLater } from '../../../i18n/language.ts';

const MergeDialog = lazy(async () => {
  const [file] = await Promise.all([import('./merge-dialog.tsx'), learnLater('merge')]);
  return { default: file.MergeDialog };
});

/** The dialog that merges, fetched when it is first opened. */
export function MergeLater(props: ComponentProps<typeof MergeDialog>) {
  return (
    <Suspense>
      <MergeDialog {...props} />
    </Suspense>
  );
}
