import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isPageLeaving } from '../api/session.ts';
import { confirm } from './confirm.tsx';

/**
 * Asks before a page with unsaved changes is left, by a link, by Back, or by closing the tab. Where one form has several
 * parts (`staysOverParts`), going from hash to hash leaves nothing.
 */
export function useUnsavedGuard(
  hasUnsaved: boolean,
  { staysOverParts = false }: { staysOverParts?: boolean } = {},
): { letGo: () => void; hold: () => void } {
  const { t } = useTranslation();
  // What was just saved is still unsaved in this render: the one who saved says that leaving is fine.
  const isFree = useRef(false);
  useBlocker({
    disabled: !hasUnsaved,
    enableBeforeUnload: () => !isFree.current && !isPageLeaving(),
    shouldBlockFn: async ({ current, next }) => {
      if (isFree.current) return false;
      if (staysOverParts && current.pathname === next.pathname) return false;
      const leave = await confirm({
        title: t('form.leave_title'),
        text: t('form.leave_text'),
        action: t('form.leave'),
        danger: true,
      });
      return !leave;
    },
  });
  if (!hasUnsaved) isFree.current = false;
  return {
    letGo: () => {
      isFree.current = true;
    },
    /** From here on leaving is asked about again. */
    hold: () => {
      isFree.current = false;
    },
  };
}
