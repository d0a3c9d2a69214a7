import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './use-focus-back.ts';

type Props = Omit<ModalProps, 'opened' | 'onClose' | 'closeButtonProps'> & { close: () => void; opened?: boolean };

/** What asks for something above the page: there as long as it is drawn, its cross named in the person's language. */
export function Dialog({ close, ...props }: Props) {
  const { t } = useTranslation();
  useFocusBack();
  return <Modal opened centered onClose={close} closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
