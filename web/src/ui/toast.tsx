import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import i18next from 'i18next';
import type { CSSProperties } from 'react';
import { notificationDurationMs } from '#contract/settings.ts';
import { isApiError } from '../api/problem.ts';
import { errorText } from '../i18n/problem-text.ts';
import { Icon } from './icon.tsx';
import c from './states.module.css';
import { durationOf } from './toast-duration.ts';

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
  title: string;
  /** One sentence. */
  text?: string;
  action?: { label: string; onClick: () => void };
  /** Milliseconds, where it matters more than the person's own choice. */
  duration?: number;
};

const looks = {
  success: [IconCircleCheck, 'var(--p-ok)'],
  info: [IconInfoCircle, 'var(--p-dim)'],
  warning: [IconAlertTriangle, 'var(--p-warn)'],
  error: [IconAlertCircle, 'var(--p-danger)'],
} as const;

/** Shows a toast and answers its id. It goes by itself, except while the pointer is on it. */
export function toast(the: Toast): string {
  const duration = durationOf(the.status, the.duration ?? style.durationMs);
  const [icon, color] = looks[the.status];
  const id = crypto.randomUUID();
  const act = () => {
    notifications.hide(id);
    the.action?.onClick();
  };
  return notifications.show({
    id,
    autoClose: duration,
    position: positions[style.position],
    role: the.status === 'error' ? 'alert' : 'status',
    withCloseButton: true,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    icon: <Icon of={icon} color={color} />,
    ...(the.action ? { className: c.burning ?? '', style: { '--burn-time': `${duration}ms` } as CSSProperties } : {}),
    message: (
      <div className={c.toast}>
        <span>
          <b>{the.title}</b>
          {the.text && <p>{the.text}</p>}
        </span>
        {the.action && (
          <Button size="xs" variant="subtle" onClick={act}>
            {the.action.label}
          </Button>
        )}
      </div>
    ),
  });
}

export const hideToast = (id: string): unknown => notifications.hide(id);

/** Says what failed and, in the words of its key, why. A session that ended is asked for on the page itself. */
export function toastError(title: string, error: unknown): void {
  if (isApiError(error, 'unauthorized')) return;
  toast({ status: 'error', title, text: errorText(error) });
}

/** What was done, with a way back. */
export function toastUndo(title: string, undo: () => void, text?: string): string {
  const action = { label: i18next.t('common.undo'), onClick: undo };
  return toast({ status: 'success', title, action, ...(text ? { text } : {}) });
}
