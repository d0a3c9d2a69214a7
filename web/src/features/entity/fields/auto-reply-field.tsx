import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import type { CustomFieldProps } from '../form-field.ts';

/** With an editor, which is large and comes only when it is needed. */
const AutoReplyTexts = lazy(() => import('./auto-reply-texts.tsx').then((all) => ({ default: all.AutoReplyTexts })));

export function AutoReplyField(props: CustomFieldProps) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<SkeletonRows label={t('list.loading')} rows={1} columns="1fr" height={240} />}>
      <AutoReplyTexts {...props} />
    </Suspense>
  );
}
