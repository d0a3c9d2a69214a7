import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/fetch-part.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { CustomFieldProps } from './form-field.ts';

/** With an editor, which is large and comes only when it is needed. */
const TemplateTexts = lazyPart(() => import('./template-texts.tsx').then((all) => ({ default: all.TemplateTexts })));

export function TemplateTextsField(props: CustomFieldProps) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<SkeletonRows label={t('list.loading')} rows={1} columns="1fr" height={160} />}>
      <TemplateTexts {...props} />
    </Suspense>
  );
}
