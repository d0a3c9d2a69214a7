import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../api/fetch-part.ts';
import { learnLater } from '../../../i18n/language.ts';

const MergeDialog = lazyPart(async () => {
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
