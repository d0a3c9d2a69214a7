import { useTranslation } from 'react-i18next';

/** Whom a thing is for, in a word. */
export function SharedMark({ isShared }: { isShared: boolean }) {
  const { t } = useTranslation();
  return t(isShared ? 'searches.shared' : 'searches.private');
}
