import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import i18next from 'i18next';
import type { CSSProperties } from 'react';
import { notificationDurationMs } from '#contract/settings.ts';
import { isApiError } from '../api/problem.ts';
import { Icon } from './icon.tsx';
import { Key } from './small-parts.tsx';
import c from './states.module.css';
import { durationOf } from './toast-duration.ts';
import { type StandingToast, whoGivesWay } from './toast-room.ts';
import { detailsOf, type ToastWords, toastWords, wordsOfFailure } from './toast-words.ts';
import { offerWayBack } from './ways-back.ts';

/** SPEC section 4's names, as the notifications call them. */
const positions = {
  topRight: 'top-right',
  topCenter: 'top-center',
  bottomLeft: 'bottom-left',
  bottomRight: 'bottom-right',
} as const;
type ToastStyle = { position: keyof typeof positions; durationMs: number };
let style: ToastStyle = { position: 'bottomLeft', durationMs: notificationDurationMs.usual };

/** From here on toasts stand there, and stay so long. */
export function setToastStyle(next: ToastStyle): void {
  style = next;
}

export type Toast = {
  status: 'success' | 'info' | 'warning' | 'error';
  /** Without one the usual one stands there. */
  title?: string;
  /** One sentence. */
  text?: string;
  /** For whoever looks into it, who asks for them. */
  details?: string;
  /** `isWayBack`: Z does it too. */
  action?: { label: string; onClick: () => void; isWayBack?: boolean };
  /** Milliseconds, where it matters more than the person's own choice. */
  duration?: number;
  /** It tells of something that goes on, and stays until it is hidden. */
  lasts?: true;
};

const looks = {
  success: [IconCircleCheck, 'var(--p-ok)'],
  info: [IconInfoCircle, 'var(--p-dim)'],
  warning: [IconAlertTriangle, 'var(--p-warn)'],
  error: [IconAlertCircle, 'var(--p-danger)'],
} as const;

/** The oldest first; `giveWay` takes it off the screen, and leaves its way back for as long as it would have stood. */
let standing: readonly {
  id: string;
  hasAction: boolean;
  isError: boolean;
  lasts: boolean;
  giveWay: () => void;
  say: (text: string) => void;
}[] = [];

/** What is said now is seen now: it waits for none of those that were said before. */
function makeRoom(): void {
  const isHeld = (id: string) => document.getElementById(id)?.matches(':hover, :focus-within') ?? false;
  const goes = whoGivesWay(standing.map((one): StandingToast => ({ ...one, isHeld: one.lasts || isHeld(one.id) })));
  standing.find((one) => one.id === goes?.id)?.giveWay();
}

/** Shows a toast and answers its id. It goes by itself, except while the pointer is on it. */
export function toast(the: Toast): string {
  const duration = durationOf(the.status, the.duration ?? style.durationMs);
  const [icon, color] = looks[the.status];
  const words = toastWords(the.status, the);
  const id = crypto.randomUUID();
  /** Where the focus came from: the button goes with its toast. */
  let from: HTMLElement | null = null;
  const act = () => {
    from?.focus({ preventScroll: true });
    withdraw?.();
    notifications.hide(id);
    the.action?.onClick();
  };
  const withdraw = the.action?.isWayBack ? offerWayBack(act) : undefined;
  let isGivingWay = false;
  const giveWay = () => {
    isGivingWay = true;
    notifications.hide(id);
    if (withdraw) setTimeout(withdraw, duration);
  };
  const messageOf = ({ title, text }: ToastWords) => (
    <div className={c.toast}>
      <span>
        <b>{title}</b>
        {text && <p>{text}</p>}
        {the.details && (
          <details>
            <summary>{i18next.t('common.details')}</summary>
            <code>{the.details}</code>
          </details>
        )}
      </span>
      {the.action && (
        <Button
          size="xs"
          variant="subtle"
          onClick={act}
          onFocus={({ relatedTarget }) => {
            from = relatedTarget instanceof HTMLElement ? relatedTarget : null;
          }}
        >
          {the.action.label}
          {withdraw && (
            <span className={c.wayBack} aria-hidden>
              <Key>Z</Key>
            </span>
          )}
        </Button>
      )}
    </div>
  );
  makeRoom();
  const say = (text: string) => void notifications.update({ id, message: messageOf({ ...words, text }) });
  const lasts = the.lasts === true;
  standing = [
    ...standing,
    { id, hasAction: the.action !== undefined, isError: the.status === 'error', lasts, giveWay, say },
  ];
  return notifications.show({
    id,
    onClose: () => {
      standing = standing.filter((one) => one.id !== id);
      if (!isGivingWay) withdraw?.();
    },
    autoClose: lasts ? false : duration,
    position: positions[style.position],
    role: the.status === 'error' ? 'alert' : 'status',
    withCloseButton: true,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    icon: <Icon of={icon} color={color} />,
    ...(the.action && !lasts
      ? { className: c.burning ?? '', style: { '--burn-time': `${duration}ms` } as CSSProperties }
      : {}),
    message: messageOf(words),
  });
}

export const hideToast = (id: string): unknown => notifications.hide(id);

/** How far it is with what a toast tells of. */
export const sayInToast = (id: string, text: string): void => standing.find((one) => one.id === id)?.say(text);

/** Says what failed, where it has a title, and why in the words of its key. A session that ended is asked for on the page itself. */
export function toastError(title: string | undefined, error: unknown): void {
  if (isApiError(error, 'unauthorized')) return;
  const details = detailsOf(error);
  toast({ status: 'error', ...wordsOfFailure({ title }, error), ...(details ? { details } : {}) });
}

export const wayBack = (undo: () => void) => ({ label: i18next.t('common.undo'), onClick: undo, isWayBack: true });

/** What was done, with a way back. */
export function toastUndo(title: string, undo: () => void, text?: string): string {
  return toast({ status: 'success', title, action: wayBack(undo), ...(text ? { text } : {}) });
}
