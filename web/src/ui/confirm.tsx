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
      // The red of the night is bright: words on it are dark.
      confirmProps: the.danger ? { color: 'var(--p-danger)', c: 'var(--p-surface)' } : { color: 'accent' },
      cancelProps: { variant: 'subtle', color: 'gray' },
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      onConfirm: () => answer(true),
      onCancel: () => answer(false),
      onClose: () => answer(false),
    });
  });
}
