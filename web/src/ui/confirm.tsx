import { modals } from '@mantine/modals';
import i18next from 'i18next';

/**
 * Asks before what cannot be undone, and answers whether to go on. What can be undone is done, and offers Undo
 * (`toastUndo`) instead.
 */
export function confirm(the: { title: string; text: string; action: string; danger?: boolean }): Promise<boolean> {
  return new Promise((answer) => {
    modals.openConfirmModal({
      title: the.title,
      children: the.text,
      labels: { confirm: the.action, cancel: i18next.t('common.cancel') },
      centered: true,
      // Enter right away is what does no harm; the cross is where nobody looks for an answer.
      confirmProps: { color: the.danger ? 'var(--p-danger)' : 'accent', ...(the.danger ? {} : begins) },
      cancelProps: { variant: 'subtle', color: 'gray', ...(the.danger ? begins : {}) },
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      onConfirm: () => answer(true),
      onCancel: () => answer(false),
      onClose: () => answer(false),
    });
  });
}

/** Where the focus is first. */
const begins = { 'data-autofocus': true };
