import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** For the list of a page's parts, which a phone shows a piece of: the one that is open is in it, in every language. */
export function usePartInSight(on: string): RefObject<HTMLElement | null> {
  const { language } = useTranslation().i18n;
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words of another language take other places
  useEffect(() => {
    nav.current?.querySelector(`[href$="#${on}"]`)?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [on, language]);
  return nav;
}
