import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.tsx';

/** Asks before a page with unsaved changes is left, by a link, by Back, or by closing the tab. */
export function useUnsavedGuard(hasUnsaved: boolean): { letGo: () => void } {
  const { t } = useTranslation();
  // What was just saved is still unsaved in this render: the one who saved says that leaving is fine.
  const isFree = useRef(false);
  useBlocker({
    disabled: !hasUnsaved,
    enableBeforeUnload: () => !isFree.current,
    shouldBlockFn: async () => {
      if (isFree.current) return false;
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
  };
}
