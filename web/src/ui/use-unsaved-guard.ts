import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isPageLeaving } from '../api/session.ts';
import { confirm } from './confirm.tsx';

/** The hashes that are parts of one form, or all of them. */
export type StaysOver = boolean | readonly string[];
type Going = Parameters<Parameters<RouterHistory['block']>[0]['blockerFn']>[0];

/**
 * Asks before a page with unsaved changes is left, by a link, by Back, or by closing the tab. Where one form has several
 * parts (`staysOverParts`: every hash of its page, or these), going from one to another leaves nothing.
 */
export function useUnsavedGuard(
  hasUnsaved: boolean,
  { staysOverParts = false }: { staysOverParts?: StaysOver } = {},
): { letGo: () => void; hold: () => void } {
  const { t } = useTranslation();
  const { history } = useRouter();
  // What was just saved is still unsaved in this render: the one who saved says that leaving is fine.
  const isFree = useRef(false);
  const isHeld = useEffectEvent(async ({ currentLocation: from, nextLocation: to }: Going) => {
    if (isFree.current) return false;
    if (from.pathname === to.pathname && isStaying(staysOverParts, to.hash.slice(1))) return false;
    const leave = await confirm({
      title: t('form.leave_title'),
      text: t('form.leave_text'),
      action: t('form.leave'),
      danger: true,
    });
    return !leave;
  });
  // The router's own hook does not tell which hash is next.
  useEffect(() => {
    if (!hasUnsaved) return;
    return history.block({
      blockerFn: (going) => isHeld(going),
      enableBeforeUnload: () => !isFree.current && !isPageLeaving(),
    });
  }, [hasUnsaved, history]);
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

const isStaying = (parts: StaysOver, part: string): boolean =>
  typeof parts === 'boolean' ? parts : parts.includes(part);
