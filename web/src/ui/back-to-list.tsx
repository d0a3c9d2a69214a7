import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** The head of a page that has no list's own tools leads back to a list (SPEC section 2); that of tickets, where none is nearer. */
export function BackToList({ to = { to: '/tickets' } }: { to?: LinkProps }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <ActionIcon
      aria-label={t('form.back')}
      onClick={() => void navigate(to as Parameters<typeof navigate>[0])}
      ml={-8}
      flex="none"
    >
      <Icon of={IconArrowLeft} />
    </ActionIcon>
  );
}
