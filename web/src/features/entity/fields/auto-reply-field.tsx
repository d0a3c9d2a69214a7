import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutoReplyTexts as Texts } from '#contract/products.ts';
import { lazyPart } from '../../../api/fetch-part.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import type { CustomFieldProps } from '../form-field.ts';

/** With an editor, which is large and comes only when it is needed. */
const AutoReplyTexts = lazyPart(() =>
  import('./auto-reply-texts.tsx').then((all) => ({ default: all.AutoReplyTexts })),
);

export function AutoReplyField(props: CustomFieldProps) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<SkeletonRows label={t('list.loading')} rows={1} columns="1fr" height={240} />}>
      <AutoReplyTexts {...props} />
    </Suspense>
  );
}

/** What it says in each language, to be read beside what somebody else saved. */
export function autoReplyWords(value: unknown): string {
  const texts = (typeof value === 'object' && value !== null ? value : {}) as Texts; // what the contract calls texts
  const wordsOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent;
  return Object.values(texts)
    .flatMap((one) => (one ? [`${one.subject}: ${wordsOf(one.html)}`] : []))
    .join(' · ');
}
